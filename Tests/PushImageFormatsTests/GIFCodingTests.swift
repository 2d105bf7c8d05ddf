import Foundation
import Testing

@testable import PushImageFormats

@Suite(.serialized) struct GIFCodingTests {
  private let codec = GIFCodec()

  /// What a viewer shows, equal pictures after each other as one: hundredths of a second, and the pixels.
  private struct Shown: Equatable {
    var delay: Int
    /// A hash: many canvases would be much memory.
    var pixels: Int
  }

  private func play(_ bytes: [UInt8], merging: Bool = true) throws -> [Shown] {
    let animation = try GIFAnimation(bytes.span, limits: .default)
    var player = GIFPlayer(animation)
    var shown: [Shown] = []
    while player.advance(bytes.span) {
      var hasher = Hasher()
      hasher.combine(
        bytes: UnsafeRawBufferPointer(start: player.canvas.base, count: animation.screen.pixelCount * 4))
      let pixels = hasher.finalize()
      let delay = animation.frames[player.frameIndex].control.delay
      if merging, shown.last?.pixels == pixels {
        shown[shown.count - 1].delay += delay
      } else {
        shown.append(Shown(delay: delay, pixels: pixels))
      }
    }
    return shown
  }

  private func expectLossless(_ bytes: [UInt8], _ name: String) throws -> Bool {
    guard let recoded = try codec.recoded(bytes.span, RecodingRequest(), limits: .default) else { return false }
    let same = try play(bytes) == play(recoded)
    #expect(same, "\(name) looks different")
    #expect(recoded.count < bytes.count)
    let verified = try codec.verify(recoded.span, limits: .default)
    #expect(verified.findings.isEmpty, "\(name): \(verified.findings)")
    #expect(try codec.recoded(bytes.span, RecodingRequest(), limits: .default) == recoded)
    return true
  }

  private static let fixtures: [(name: String, bytes: [UInt8])] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "TestImages/gif")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().compactMap { name in
      (try? Data(contentsOf: folder.appending(path: name))).map { (name, [UInt8]($0)) }
    }
  }()

  private func isUsable(_ bytes: [UInt8]) throws -> Bool {
    let findings = try codec.verify(bytes.span, limits: .default).findings
    return findings.allSatisfy { $0.kind.integrity == .intact || $0.severity == .warning }
      && findings.allSatisfy { $0.kind.integrity != .undetermined }
  }

  @Test func `every fixture that is whole looks the same in fewer bytes`() throws {
    var (count, before, after) = (0, 0, 0)
    for fixture in Self.fixtures where try isUsable(fixture.bytes) {
      count += 1
      before += fixture.bytes.count
      after += try codec.recoded(fixture.bytes.span, RecodingRequest(), limits: .default)?.count ?? fixture.bytes.count
      _ = try expectLossless(fixture.bytes, fixture.name)
    }
    #expect(count >= 20)
    #expect(after <= before)
  }

  @Test func `every GIF of the corpora that is whole looks the same in fewer bytes`() throws {
    guard let oracle = CorpusOracle.shared else { return }
    var (count, smaller) = (0, 0)
    for row in oracle.rows where row.type == "GIF" && row.byteCount < 400_000 {
      let bytes = try oracle.bytes(of: row)
      guard try isUsable(bytes),
        // An unoptimized build takes its time.
        try GIFAnimation(bytes.span, limits: .default).totalPixelCount < 150_000
      else { continue }
      count += 1
      if try expectLossless(bytes, row.file) { smaller += 1 }
    }
    #expect(count >= 150)
    #expect(smaller >= count / 2)
  }

  @Test func `every cut of a file is refused, or decoded as far as it goes`() throws {
    for bytes in [GIFBuilder.animated(), GIFBuilder.still(width: 9, height: 9, interlaced: true)] {
      for count in 0..<bytes.count {
        let cut = Array(bytes.prefix(count))
        var request = DecodingRequest()
        _ = try? codec.decode(cut.span, request, limits: .default)
        _ = try? codec.recoded(cut.span, RecodingRequest(), limits: .default)
        _ = try? codec.stripped(cut.span, retention: Retention(), limits: .default)
        request.isLenient = true
        request.frame = .firstNotBlank
        _ = try? codec.decode(cut.span, request, limits: .default)
      }
    }
  }

  @Test func `damage of any byte is survived`() throws {
    let bytes = GIFBuilder.animated()
    // A screen of other sides is no damage, only slow.
    for offset in bytes.indices where !(6..<10).contains(offset) {
      for value in [0, 1, 0x21, 0x2C, 0x3B, 0x7F, 0xFF] as [UInt8] {
        var broken = bytes
        broken[offset] = value
        var request = DecodingRequest()
        request.isLenient = true
        _ = try? codec.decode(broken.span, request, limits: .default)
        _ = try? codec.recoded(broken.span, RecodingRequest(), limits: .default)
      }
    }
  }

  @Test func `a lenient decoder gives the rows before the cut`() throws {
    let whole = GIFBuilder.still(width: 30, height: 30)
    var request = DecodingRequest()
    request.isLenient = true
    let cut = Array(whole.prefix(whole.count - 60))
    let decoding = try codec.decode(cut.span, request, limits: .default)
    let expected = try codec.decode(whole.span, DecodingRequest(), limits: .default)
    #expect(decoding.lostRowCount > 0 && decoding.lostRowCount < 30)
    let rowCount = 30 - decoding.lostRowCount
    #expect(decoding.bitmap.layout == .rgba && expected.bitmap.layout == .rgb)
    for pixel in 0..<rowCount * 30 {
      #expect(decoding.bitmap.bytes[pixel * 4] == expected.bitmap.bytes[pixel * 3])
    }
    #expect(throws: PushImageError.self) { try codec.decode(cut.span, DecodingRequest(), limits: .default) }
  }

  // MARK: Stripping

  @Test func `what nobody sees is dropped and pixels stay`() throws {
    var builder = GIFBuilder()
    builder.loop(3)
    builder.comment("who took it")
    builder.bytes += [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + [3, 1, 2, 3, 0]
    builder.control(delay: 7)
    builder.frame()
    builder.control(delay: 9)
    builder.bytes += [0x21, 0x01, 12] + [UInt8](repeating: 0, count: 12) + [2, 65, 66, 0]
    builder.frame()
    builder.bytes += Array("hidden".utf8)
    // Without a trailer the bytes would be damage.
    var whole = builder
    whole.bytes.removeLast(6)
    whole.trailer()
    whole.bytes += Array("hidden".utf8)
    let stripped = try #require(try codec.stripped(whole.bytes.span, retention: Retention(), limits: .default))
    #expect(stripped.count < whole.bytes.count && stripped.last == 0x3B)
    let info = try #require(try codec.verify(stripped.span, limits: .default).info)
    #expect(info.frameCount == 2 && info.loopCount == 3 && info.metadataByteCount == 0)
    #expect(try play(stripped, merging: false).map(\.pixels) == play(whole.bytes, merging: false).map(\.pixels))
    #expect(try codec.stripped(stripped.span, retention: Retention(), limits: .default) == nil)
    let first = try #require(
      try codec.stripped(stripped.span, retention: Retention(keepsAnimation: false), limits: .default))
    let firstInfo = try codec.verify(first.span, limits: .default).info
    #expect(firstInfo?.frameCount == 1)
  }

  @Test func `a missing trailer is added`() throws {
    let whole = GIFBuilder.still()
    let cut = Array(whole.dropLast())
    #expect(try codec.stripped(cut.span, retention: Retention(), limits: .default) == whole)
  }

  // MARK: Animations

  @Test func `frames that show nothing new make the one before last longer`() throws {
    var builder = GIFBuilder()
    builder.loop(0)
    for delay in [10, 20, 30] {
      builder.control(delay: delay)
      builder.frame(pixels: [Int](repeating: 1, count: 16))
    }
    builder.trailer()
    let recoded = try #require(try codec.recoded(builder.bytes.span, RecodingRequest(), limits: .default))
    #expect(try play(recoded, merging: false).map(\.delay) == [60])
  }

  @Test func `very short frames are not merged because viewers show them longer`() throws {
    var builder = GIFBuilder(width: 40, height: 40)
    for delay in [0, 0, 1, 1] {
      builder.control(delay: delay)
      builder.frame(width: 40, height: 40)
    }
    builder.trailer()
    let recoded = try #require(try codec.recoded(builder.bytes.span, RecodingRequest(), limits: .default))
    #expect(try play(recoded, merging: false).map(\.delay) == [0, 0, 1, 1])
  }

  @Test(arguments: 0..<60)
  func `any disposal and transparency looks the same afterwards`(seed: Int) throws {
    var random = GIFSeededRandom(seed: UInt64(seed))
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    var builder = GIFBuilder(width: 12, height: 10, paletteBits: nil)
    for _ in 0..<8 {
      let flags = UInt8(number(0..<5) << 2 | number(0..<2))
      builder.bytes += [0x21, 0xF9, 4, flags] + GIFBuilder.word(number(0..<9)) + [UInt8(number(0..<4)), 0]
      let (width, height) = (number(1..<14), number(1..<12))
      builder.bytes += [0x2C] + [number(0..<8), number(0..<7), width, height].flatMap(GIFBuilder.word)
      builder.bytes.append(0x81 | (number(0..<2) == 0 ? 0x40 : 0))
      let shade = UInt8(number(0..<5) * 50)
      builder.bytes += (0..<12).map { UInt8($0) * 9 + shade % 90 }
      let pixels = (0..<width * height).map { _ in number(0..<9) < 6 ? 0 : number(1..<4) }
      builder.bytes += [2] + GIFBuilder.subBlocks(GIFEncoder.encode(pixels, codeSize: 2).bytes)
    }
    builder.trailer()
    let recoded = try codec.recoded(builder.bytes.span, RecodingRequest(), limits: .default) ?? builder.bytes
    let (before, after) = (try play(builder.bytes), try play(recoded))
    #expect(before == after)
    #expect(after.reduce(0) { $0 + $1.delay } == before.reduce(0) { $0 + $1.delay })
  }

  @Test func `the first frame that is not blank can be had`() throws {
    var builder = GIFBuilder(width: 6, height: 6)
    builder.bytes.replaceSubrange(16..<19, with: [9, 8, 7])
    builder.frame(width: 6, height: 6, pixels: [Int](repeating: 0, count: 36))
    builder.frame(width: 6, height: 6, pixels: (0..<36).map { $0 % 2 })
    builder.trailer()
    var request = DecodingRequest()
    #expect(Set(try codec.decode(builder.bytes.span, request, limits: .default).bitmap.bytes).count == 1)
    request.frame = .firstNotBlank
    #expect(Set(try codec.decode(builder.bytes.span, request, limits: .default).bitmap.bytes).count > 1)
    request.size = PixelSize(width: 3, height: 2)
    #expect(try codec.decode(builder.bytes.span, request, limits: .default).bitmap.size == request.size)
  }

  // MARK: Stills

  private func noise(_ size: PixelSize, _ layout: Bitmap.Layout, colors: Int) -> Bitmap {
    var random = GIFSeededRandom(seed: UInt64(colors))
    let palette = (0..<colors).map { _ in (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) } }
    let bytes = (0..<size.pixelCount).flatMap { _ in
      palette[Int.random(in: 0..<colors, using: &random)].prefix(layout.channelCount)
    }
    return Bitmap(size: size, layout: layout, bytes: bytes)
  }

  @Test func `up to 256 colors are kept exactly`() throws {
    let picture = noise(PixelSize(width: 60, height: 40), .rgb, colors: 256)
    let bytes = try codec.encode(picture, EncodingRequest())
    #expect(try codec.decode(bytes.span, DecodingRequest(), limits: .default).bitmap == picture)
    #expect(try codec.verify(bytes.span, limits: .default).findings.isEmpty)
  }

  @Test func `what is less than half opaque becomes transparent`() throws {
    let picture = noise(PixelSize(width: 60, height: 40), .rgba, colors: 500)
    let bytes = try codec.encode(picture, EncodingRequest())
    let made = try codec.decode(bytes.span, DecodingRequest(), limits: .default).bitmap
    #expect(made.layout == .rgba)
    for pixel in 0..<2400 {
      #expect(made.bytes[pixel * 4 + 3] == (picture.bytes[pixel * 4 + 3] < 128 ? 0 : 255))
    }
  }

  @Test func `a picture without anything to see is a GIF all the same`() throws {
    let picture = Bitmap(size: PixelSize(width: 3, height: 2), layout: .rgba, bytes: [UInt8](repeating: 0, count: 24))
    let bytes = try codec.encode(picture, EncodingRequest())
    #expect(try codec.decode(bytes.span, DecodingRequest(), limits: .default).bitmap == picture)
  }

  @Test(arguments: [4_000, 1_000])
  func `a budget is kept, or its failure is said`(byteCount: Int) throws {
    let picture = noise(PixelSize(width: 90, height: 60), .rgb, colors: 3000)
    var budget = ByteBudget(maxByteCount: byteCount)
    budget.minSide = 30
    let result = try codec.encode(picture, within: budget)
    #expect(result.isWithinBudget && result.bytes.count <= byteCount && result.attemptCount <= 70)
    budget.maxByteCount = 60
    let failed = try codec.encode(picture, within: budget)
    #expect(!failed.isWithinBudget && failed.bytes.count > 60)
    #expect(failed.size.height >= 30)
  }
}
