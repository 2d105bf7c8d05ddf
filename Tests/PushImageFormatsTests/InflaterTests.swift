import Testing

@testable import PushImageFormats

/// Our own inflater beside zlib: the same bytes, the same verdict, however the stream comes and whatever is wrong in it.
@Suite struct InflaterTests {
  /// Kinds of data that exercise different parts: what a photograph, an interface, a drawing and noise are like.
  enum Kind: CaseIterable {
    case noise, grain, flat, text, runs, sparse

    func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
      var random = GIFSeededRandom(seed: seed)
      var bytes: [UInt8] = []
      bytes.reserveCapacity(count + 300)
      while bytes.count < count {
        switch self {
        case .noise: bytes.append(UInt8.random(in: 0...255, using: &random))
        case .grain: bytes.append((0..<4).reduce(0) { sum, _ in sum &+ UInt8.random(in: 0...20, using: &random) } &- 40)
        case .flat: bytes.append(UInt8(bytes.count / 5_000 & 255))
        case .text: bytes += Array((["row ", "of ", "pixels ", "alpha\n"].randomElement(using: &random) ?? "").utf8)
        case .runs:
          let pattern = (0..<Int.random(in: 1...40, using: &random)).map { _ in
            UInt8.random(in: 0...255, using: &random)
          }
          for _ in 0..<Int.random(in: 1...12, using: &random) { bytes += pattern }
        case .sparse: bytes.append(UInt8.random(in: 0...40, using: &random) == 0 ? 255 : 0)
        }
      }
      return Array(bytes.prefix(count))
    }
  }

  @Test(arguments: Kind.allCases, DeflateStream.Strategy.allCases)
  func `streams of all levels and strategies give what went in`(kind: Kind, strategy: DeflateStream.Strategy) throws {
    let bytes = kind.bytes(70_000, seed: 7)
    for level in [0, 1, 6, 9] {
      let stream = DeflateStream.zlib(bytes, level: level, strategy: strategy)
      try #require(stream.count > 10)
      let result = try #require(Inflater.outcome(stream))
      #expect(result.outcome.end == .whole && result.outcome.usedByteCount == stream.count, "\(level)")
      #expect(result.outcome.output == bytes, "level \(level)")
    }
  }

  @Test(arguments: 9...15) func `streams of every window size give what went in`(windowBits: Int) throws {
    for kind in Kind.allCases {
      let bytes = kind.bytes(70_000, seed: 3)
      let stream = DeflateStream.zlib(bytes, windowBits: windowBits, memoryLevel: 1)
      for limit in [0, 1_237] {
        let result = try #require(Inflater.outcome(stream, limit: limit))
        #expect(result.outcome.output == bytes && result.outcome.end == .whole, "\(kind) \(limit)")
      }
    }
  }

  @Test(arguments: DeflateStream.Flush.allCases)
  func `many blocks and empty blocks give what went in`(flush: DeflateStream.Flush) throws {
    for kind in Kind.allCases {
      let bytes = kind.bytes(20_000, seed: 4)
      for interval in [3, 100, 3_000] {
        let stream = DeflateStream.zlib(bytes, flushing: flush, every: interval)
        try #require(!stream.isEmpty)
        let result = try #require(Inflater.outcome(stream))
        #expect(result.outcome.output == bytes && result.outcome.end == .whole, "\(kind) \(interval)")
      }
    }
  }

  @Test(arguments: [1, 2, 3, 7, 15, 16, 17, 31, 64, 1_000, 8_192])
  func `pieces of any size give what went in`(pieces: Int) throws {
    for kind in Kind.allCases {
      let bytes = kind.bytes(40_000, seed: UInt64(pieces))
      for level in [0, 6] {
        let stream = DeflateStream.zlib(bytes, level: level) + [1, 2, 3]
        for limit in [0, 600] {
          let result = try #require(Inflater.outcome(stream, pieces: pieces, limit: limit))
          #expect(result.outcome.output == bytes && result.outcome.usedByteCount == stream.count - 3, "\(kind)")
        }
      }
    }
  }

  @Test(arguments: [1, 2, 300, 131_072, 1_000_000]) func `no call makes more than it is asked for`(limit: Int) throws {
    let bytes = Kind.runs.bytes(limit == 1 ? 5_000 : 300_000, seed: 9)
    let stream = DeflateStream.zlib(bytes)
    var inflater = Inflater()
    var position = 0
    var output: [UInt8] = []
    while true {
      let step = inflater.read(stream.span, &position, limit: limit)
      #expect(inflater.producedByteCount <= min(limit, 131_072))
      inflater.withOutput { piece in piece.withUnsafeBufferPointer { output += $0 } }
      guard step == .output else { break }
    }
    #expect(output == bytes)
  }

  @Test func `matches of every length and distance are copied`() throws {
    for distance in Array(1...36) + [255, 256, 257, 1_000, 4_096, 32_767, 32_768] {
      let pattern = Kind.noise.bytes(distance, seed: UInt64(distance))
      var bytes = pattern
      while bytes.count < distance + 700 { bytes.append(bytes[bytes.count - distance]) }
      bytes += pattern.prefix(259) + [1] + pattern.suffix(17)
      let stream = DeflateStream.zlib(bytes, level: 9)
      #expect(try #require(Inflater.outcome(stream)).outcome.output == bytes, "\(distance)")
    }
    for length in Array(3...40) + [64, 65, 257, 258] {
      let pattern = Kind.noise.bytes(length, seed: UInt64(length))
      let bytes = pattern + [0] + pattern + [1] + pattern.reversed() + [2] + pattern
      let stream = DeflateStream.zlib(bytes, level: 9)
      #expect(try #require(Inflater.outcome(stream)).outcome.output == bytes, "\(length)")
    }
  }

  // MARK: what is wrong

  /// Where zlib goes on to read what cannot become a stream any more.
  private func isKnownDifference(_ zlib: InflateOutcome, _ fault: InflateFault?) -> Bool {
    zlib.end == .cut && (fault == .presetDictionary || fault == .codeLengthCode)
  }

  private func compare(_ stream: [UInt8], pieces: Int, limit: Int, _ what: @autoclosure () -> String) {
    let capacity = 1 << 18
    // A stream that makes more than fits is of no interest here.
    guard let zlib = DeflateStream.inflatedByZlib(stream, pieces: pieces, limit: limit, capacity: capacity),
      let ours = Inflater.outcome(stream, pieces: pieces, limit: limit, capacity: capacity)
    else { return }
    guard ours.outcome != zlib, !isKnownDifference(zlib, ours.fault) else { return }
    Issue.record(
      """
      \(what()): zlib \(zlib.end) after \(zlib.output.count), ours \(ours.outcome.end) \(String(describing: ours.fault)) \
      after \(ours.outcome.output.count): \(stream)
      """)
  }

  @Test func `every cut is told from a whole stream`() {
    for kind in Kind.allCases {
      for level in [0, 6] {
        let stream = DeflateStream.zlib(kind.bytes(900, seed: 5), level: level)
        for count in stream.indices { compare(Array(stream.prefix(count)), pieces: 0, limit: 0, "\(kind) \(count)") }
      }
    }
  }

  @Test(arguments: 0..<8) func `damaged streams are judged as zlib judges them`(lane: UInt64) {
    var random = GIFSeededRandom(seed: 1_000 + lane)
    for round in 0..<600 {
      let kind = Kind.allCases.randomElement(using: &random) ?? .noise
      let strategy = DeflateStream.Strategy.allCases.randomElement(using: &random) ?? .standard
      let windowBits = Int.random(in: 9...15, using: &random)
      var stream = DeflateStream.zlib(
        kind.bytes(Int.random(in: 0...1_500, using: &random), seed: UInt64(round)),
        level: Int.random(in: 0...9, using: &random), windowBits: windowBits, strategy: strategy,
        every: Bool.random(using: &random) ? 0 : Int.random(in: 10...400, using: &random))
      // Most flips hit the code lengths when they are near the beginning.
      let span = Bool.random(using: &random) ? stream.count : min(stream.count, 60)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        stream[Int.random(in: 0..<span, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
      }
      let pieces = [0, 0, 1, 5, 40].randomElement(using: &random) ?? 0
      let limit = [0, 1, 33, 300].randomElement(using: &random) ?? 0
      compare(stream, pieces: pieces, limit: limit, "round \(round)")
    }
  }

  @Test(arguments: 0..<4) func `random bits are judged as zlib judges them`(lane: UInt64) {
    var random = GIFSeededRandom(seed: 2_000 + lane)
    let heads: [[UInt8]] = [[0x78, 0x9C], [0x08, 0x1D], [0x18, 0x19], [0x48, 0x89]]
    for round in 0..<1_500 {
      var stream = heads.randomElement(using: &random) ?? []
      // Fixed codes go far in random bits; dynamic ones meet an illegal code soon.
      stream.append(UInt8.random(in: 0...255, using: &random) & 0xF8 | (round % 3 == 0 ? 4 : 2))
      for _ in 0..<Int.random(in: 1...200, using: &random) { stream.append(UInt8.random(in: 0...255, using: &random)) }
      compare(stream, pieces: [0, 1, 9][round % 3], limit: [0, 50][round % 2], "round \(round)")
    }
  }

  @Test func `each fault has words of its own`() {
    #expect(Set(InflateFault.allCases.map(\.inWords)).count == InflateFault.allCases.count)
  }

  @Test func `headers are held against RFC 1950`() {
    let cases: [([UInt8], InflateFault)] = [
      ([0x78, 0x9D], .headerCheck), ([0x77, 0x85], .compressionMethod), ([0x88, 0x1C], .windowSize),
      ([0x78, 0xBB], .presetDictionary), ([0x78, 0x01, 0x07], .blockType),
      ([0x78, 0x01, 0x01, 1, 0, 0, 0], .storedLength), ([0x78, 0x01, 0xFD, 0xFF, 0xFF], .tooManySymbols),
    ]
    for (stream, fault) in cases { #expect(Inflater.outcome(stream)?.fault == fault) }
  }
}
