/// Inflates a zlib stream (RFC 1950, RFC 1951) that comes in pieces, in constant memory: about 210 KiB.
///
/// Takes and refuses what zlib 1.2.13 does. Each `read` hands out a piece of the output; what it reads and makes is all
/// the caller's choice, so rows can be asked for one by one.
struct Inflater: ~Copyable {
  /// How one call ended.
  enum Step: Equatable, Sendable {
    /// There is room for no more, or the call has worked for long enough: call again.
    case output
    /// The piece is read to its end.
    case wantsInput
    /// The stream is whole, its checksum right.
    case ended
    /// The stream is illegal. Output of the same call is still good.
    case failed(InflateFault)
  }

  private enum State {
    case zlibHeader, blockHeader, storedLength, stored, codeLengths, symbols, match, checksum
    case over(Step)
  }

  /// A file may consist of blocks that hold nothing. After so many the caller can look at the clock.
  private static let maxBlocksPerCall = 256
  /// A block from which so many bytes were read is worth `DeflateTables.makeRuns`, which costs about as much.
  private static let shortBlockByteCount = 256

  private var state = State.zlibHeader
  private var bits = DeflateBits()
  private var window = InflateWindow()
  private var windowByteCount = 0
  private var adler: UInt32 = 1
  private var isLastBlock = false
  private var storedByteCount = 0
  private var codeLengths = DeflateCodeLengths()
  private var ownTables = DeflateTables()
  /// Of the code that RFC 1951 3.2.6 fixes; made when the first block needs them.
  private var fixedTables: DeflateTables?
  private var usesFixedTables = false
  /// What is left of a match that met the end of the room.
  private var match = (length: 0, distance: 0)
  private var blockCount = 0

  init() {}

  /// Whether the stream declares a window below 32 KiB. Known when two bytes were read.
  var hasSmallWindow: Bool { windowByteCount > 0 && windowByteCount < InflateWindow.historyByteCount }

  /// Bytes that the last call made.
  var producedByteCount: Int { window.producedByteCount }

  /// The bytes that the last call made.
  func withOutput<Result>(_ body: (Span<UInt8>) -> Result) -> Result { window.withOutput(body) }

  /// Reads on in `piece` from `position`, which it moves.
  ///
  /// - Parameter limit: the most bytes to make, up to 131,072; nil for as many as there is room for. A distance may reach
  ///   into the declared window before the call and into all that the call made: as in zlib, a stream with a small
  ///   window must be asked for one row at a time to be judged as libpng does.
  mutating func read(_ piece: Span<UInt8>, _ position: inout Int, limit: Int? = nil) -> Step {
    window.begin(limit: limit, windowByteCount: windowByteCount)
    blockCount = 0
    do throws(InflateFault) {
      while true {
        if case .over(let step) = state { return step }
        if let step = try proceed(piece, &position) {
          window.sum(into: &adler)
          return step
        }
      }
    } catch {
      window.sum(into: &adler)
      state = .over(.failed(error))
      return .failed(error)
    }
  }

  /// One state's worth; nil to go on with the next.
  private mutating func proceed(_ piece: Span<UInt8>, _ position: inout Int) throws(InflateFault) -> Step? {
    switch state {
    case .zlibHeader: try readZlibHeader(piece, &position)
    case .blockHeader: try readBlockHeader(piece, &position)
    case .storedLength: try readStoredLength(piece, &position)
    case .stored: readStored(piece, &position)
    case .codeLengths: try readCodeLengths(piece, &position)
    case .symbols: try readSymbols(piece, &position)
    case .match: try continueMatch()
    case .checksum: try readChecksum(piece, &position)
    case .over(let step): step
    }
  }

  // MARK: frame

  private mutating func readZlibHeader(_ piece: Span<UInt8>, _ position: inout Int) throws(InflateFault) -> Step? {
    guard bits.fill(16, from: piece, &position) else { return .wantsInput }
    let method = bits.take(8)
    let flags = bits.take(8)
    guard (method << 8 | flags) % 31 == 0 else { throw .headerCheck }
    guard method & 15 == 8 else { throw .compressionMethod }
    guard method >> 4 <= 7 else { throw .windowSize }
    guard flags & 0x20 == 0 else { throw .presetDictionary }
    windowByteCount = 256 << (method >> 4)
    state = .blockHeader
    // The caller may want to ask for less now that the window is known.
    return .output
  }

  private mutating func readBlockHeader(_ piece: Span<UInt8>, _ position: inout Int) throws(InflateFault) -> Step? {
    guard !isLastBlock else {
      bits.alignToByte()
      state = .checksum
      return nil
    }
    guard blockCount < Self.maxBlocksPerCall else { return .output }
    guard bits.fill(3, from: piece, &position) else { return .wantsInput }
    blockCount += 1
    isLastBlock = bits.take(1) == 1
    switch bits.take(2) {
    case 0:
      bits.alignToByte()
      state = .storedLength
    case 1:
      try useFixedTables()
      state = .symbols
    case 2:
      codeLengths = DeflateCodeLengths()
      state = .codeLengths
    default: throw .blockType
    }
    return nil
  }

  private mutating func readChecksum(_ piece: Span<UInt8>, _ position: inout Int) throws(InflateFault) -> Step? {
    guard bits.fill(32, from: piece, &position) else { return .wantsInput }
    window.sum(into: &adler)
    guard UInt32(truncatingIfNeeded: bits.take(32)).byteSwapped == adler else { throw .checksum }
    state = .over(.ended)
    return .ended
  }

  // MARK: stored blocks

  private mutating func readStoredLength(_ piece: Span<UInt8>, _ position: inout Int) throws(InflateFault) -> Step? {
    guard bits.fill(32, from: piece, &position) else { return .wantsInput }
    storedByteCount = bits.take(16)
    guard bits.take(16) == storedByteCount ^ 0xFFFF else { throw .storedLength }
    state = .stored
    return nil
  }

  private mutating func readStored(_ piece: Span<UInt8>, _ position: inout Int) -> Step? {
    guard storedByteCount > 0 else {
      state = .blockHeader
      return nil
    }
    guard !window.isFull else { return .output }
    let count = window.append(piece, from: position, limit: storedByteCount)
    position += count
    storedByteCount -= count
    return count == 0 ? .wantsInput : nil
  }

  // MARK: compressed blocks

  private mutating func useFixedTables() throws(InflateFault) {
    usesFixedTables = true
    guard fixedTables == nil else { return }
    let literals = InlineArray<288, UInt8> { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
    let distances = InlineArray<32, UInt8>(repeating: 5)
    let tables = DeflateTables()
    try tables.build(literals.span, distances.span)
    fixedTables = tables
  }

  private mutating func readCodeLengths(_ piece: Span<UInt8>, _ position: inout Int) throws(InflateFault) -> Step? {
    guard try codeLengths.read(&bits, piece, &position) else { return .wantsInput }
    try codeLengths.build(ownTables)
    usesFixedTables = false
    state = .symbols
    return nil
  }

  /// The hot loop wherever there is enough input and room, single symbols elsewhere.
  private mutating func readSymbols(_ piece: Span<UInt8>, _ position: inout Int) throws(InflateFault) -> Step? {
    let tables = usesFixedTables ? fixedTables ?? ownTables : ownTables
    while !window.isFull {
      let inputEnd = tables.hasRuns ? piece.count : position + Self.shortBlockByteCount
      switch window.run(tables, &bits, piece, &position, upTo: inputEnd) {
      case .fault(let fault): throw fault
      case .endOfBlock:
        state = .blockHeader
        return nil
      // The loop gives back up to seven bytes that it had read.
      case .limit where position > inputEnd - 8:
        tables.makeRuns()
        continue
      case .limit, nil: break
      }
      guard !window.isFull else { break }
      guard let token = try nextToken(tables, piece, &position) else { return .wantsInput }
      switch token {
      case .literal(let byte): window.append(byte)
      case .endOfBlock:
        state = .blockHeader
        return nil
      case .match(let length, let distance):
        match = (length, distance)
        state = .match
        return nil
      }
    }
    return .output
  }

  /// Copies what there is room for, and holds the distance against the window anew in each call: as zlib does.
  private mutating func continueMatch() throws(InflateFault) -> Step? {
    guard !window.isFull else { return .output }
    guard window.reaches(match.distance) else { throw .distanceTooFar }
    match.length -= window.copy(match.length, match.distance)
    if match.length == 0 { state = .symbols }
    return nil
  }

  private enum Token {
    case literal(UInt8)
    case match(length: Int, distance: Int)
    case endOfBlock
  }

  /// One symbol, with the distance if it is a length. Nil, and nothing used, when the piece ends before it does.
  private mutating func nextToken(
    _ tables: DeflateTables, _ piece: Span<UInt8>, _ position: inout Int
  ) throws(InflateFault) -> Token? {
    while true {
      let entry = tables.literalEntry(bits.bits)
      var used = Int(entry & 63)
      if used <= bits.count {
        if entry & DeflateEntry.literals != 0 {
          bits.drop(used)
          return .literal(UInt8(truncatingIfNeeded: entry >> 8))
        }
        if entry & DeflateEntry.isSpecial == DeflateEntry.endOfBlock {
          bits.drop(used)
          return .endOfBlock
        }
        guard entry & DeflateEntry.isSpecial == 0 else { throw .illegalLiteral }
        let distanceBits = bits.bits &>> UInt64(used)
        let distanceEntry = tables.distanceEntry(distanceBits)
        let length = DeflateEntry.value(entry, bits.bits)
        used += Int(distanceEntry & 63)
        if used <= bits.count {
          guard distanceEntry & DeflateEntry.isSpecial == 0 else { throw .illegalDistance }
          bits.drop(used)
          return .match(length: length, distance: DeflateEntry.value(distanceEntry, distanceBits))
        }
      }
      guard bits.takeByte(of: piece, &position) else { return nil }
    }
  }
}
