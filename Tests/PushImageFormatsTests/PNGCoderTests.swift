import Testing

@testable import PushImageFormats

/// What the PNG coder makes of pixels and of files that are not as they should be.
@Suite struct PNGCoderTests {
  private let coder = PNGCodec()
  private let limits = Limits.default

  /// Soft colours, some noise, a flat corner; opacity falls where the layout has it.
  private func picture(_ width: Int, _ height: Int, _ layout: Bitmap.Layout, seed: UInt64 = 3) -> Bitmap {
    var random = GIFSeededRandom(seed: seed)
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let isFlat = x < width / 3 && y < height / 3
        let noise = isFlat ? 0 : Int(random.next() % 12)
        let across = isFlat ? 10 : x * 80 / width
        let channels = [2 * across, isFlat ? 90 : y * 200 / height, across + 40, 255 - across]
        for channel in 0..<layout.channelCount {
          let index = layout == .grayAlpha && channel == 1 ? 3 : channel
          bytes.append(UInt8(min(255, channels[index] + noise)))
        }
      }
    }
    return Bitmap(size: PixelSize(width: width, height: height), layout: layout, bytes: bytes)
  }

  private func header(_ bytes: [UInt8]) throws -> PNGHeader { try PNGHeader(bytes.span, at: 16) }

  private func rgba(_ bitmap: Bitmap) -> [UInt8] {
    var bytes: [UInt8] = []
    bitmap.forEachColor { bytes += [$0.red, $0.green, $0.blue, $0.alpha] }
    return bytes
  }

  private func expectWhole(_ bytes: [UInt8], _ bitmap: Bitmap) throws {
    let verification = try coder.verify(bytes.span, limits: limits, engine: .reference)
    #expect(verification.findings.isEmpty)
    let isSame = PNGReferencePixels.rgba(bytes.span, bitDepth: 8) == rgba(bitmap)
    #expect(isSame)
  }

  // MARK: encoding

  @Test(arguments: [Bitmap.Layout.gray, .grayAlpha, .rgb, .rgba], EncodingRequest.Effort.allCases)
  func `pixels come back exactly`(layout: Bitmap.Layout, effort: EncodingRequest.Effort) throws {
    let bitmap = picture(37, 23, layout)
    var request = EncodingRequest()
    request.effort = effort
    let bytes = try coder.encode(bitmap, request)
    try expectWhole(bytes, bitmap)
    #expect(try coder.encode(bitmap, request) == bytes, "the same bytes each time")
  }

  /// Colours, what they may be reduced to, as type and depth.
  private static let reductions: [(name: String, layout: Bitmap.Layout, colors: [[UInt8]], type: Int, depth: Int)] = [
    ("black and white", .rgba, [[0, 0, 0, 255], [255, 255, 255, 255]], 0, 1),
    ("four even grays", .rgb, [[0, 0, 0], [85, 85, 85], [170, 170, 170], [255, 255, 255]], 0, 2),
    ("two uneven grays", .gray, [[7], [9]], 3, 1),
    ("two colours", .rgb, [[1, 2, 3], [4, 5, 6]], 3, 1),
    ("three colours, one clear", .rgba, [[1, 2, 3, 0], [4, 5, 6, 255], [7, 8, 9, 255]], 3, 2),
  ]

  @Test(arguments: reductions.indices) func `few colours take few bits`(index: Int) throws {
    let reduction = Self.reductions[index]
    var random = GIFSeededRandom(seed: 5)
    let size = PixelSize(width: 60, height: 50)
    let count = UInt64(reduction.colors.count)
    let bytes = (0..<size.pixelCount).flatMap { _ in reduction.colors[Int(random.next() % count)] }
    let bitmap = Bitmap(size: size, layout: reduction.layout, bytes: bytes)
    var request = EncodingRequest()
    request.effort = .thorough
    let file = try coder.encode(bitmap, request)
    try expectWhole(file, bitmap)
    #expect(try header(file).colorType == reduction.type, "\(reduction.name)")
    #expect(try header(file).bitDepth == reduction.depth, "\(reduction.name)")
  }

  @Test func `one transparent colour needs no alpha channel`() throws {
    var bitmap = picture(40, 40, .rgba)
    for pixel in 0..<1600 {
      let isClear = pixel % 7 == 0
      bitmap.bytes[4 * pixel + 3] = isClear ? 0 : 255
      if isClear { bitmap.bytes.replaceSubrange(4 * pixel..<4 * pixel + 3, with: [250, 251, 252]) }
    }
    let file = try coder.encode(bitmap, EncodingRequest())
    try expectWhole(file, bitmap)
    #expect(try header(file).colorType == 2)
  }

  @Test func `a colour profile comes back, and keeps gray pixels in its colour model`() throws {
    var bitmap = picture(20, 20, .gray)
    bitmap = Bitmap(size: bitmap.size, layout: .rgb, bytes: bitmap.bytes.flatMap { [$0, $0, $0] })
    bitmap.iccProfile = ICCBuilder().bytes
    let file = try coder.encode(bitmap, EncodingRequest())
    #expect(try header(file).isGray == false)
    let decoded = try coder.decode(file.span, DecodingRequest(), limits: limits).bitmap
    #expect(decoded.iccProfile == bitmap.iccProfile)
  }

  @Test func `quality names the colours of a palette`() throws {
    #expect([1, 25, 40, 50, 75, 100].map(PNGFile.colorCount) == [2, 4, 9, 16, 64, 256])
    let bitmap = picture(60, 60, .rgb)
    let file = try coder.encode(bitmap, EncodingRequest(quality: 50))
    let colors = Set(rgba(try coder.decode(file.span, DecodingRequest(), limits: limits).bitmap).chunked(4))
    #expect(colors.count <= 16)
  }

  // MARK: decoding

  @Test func `a scaled picture is the whole one scaled`() throws {
    for layout in [Bitmap.Layout.gray, .grayAlpha, .rgb, .rgba] {
      let bitmap = picture(50, 41, layout)
      let file = try coder.encode(bitmap, EncodingRequest())
      let size = PixelSize(width: 21, height: 13)
      let scaled = try coder.decode(file.span, DecodingRequest(size: size), limits: limits).bitmap
      #expect(try scaled == coder.decode(file.span, DecodingRequest(), limits: limits).bitmap.scaled(to: size))
    }
  }

  @Test func `rows before a cut are kept, and the lost ones counted`() throws {
    let bitmap = picture(64, 64, .rgb)
    let file = try coder.encode(bitmap, EncodingRequest())
    let cut = Array(file[..<(file.count * 2 / 3)])
    #expect(throws: PushImageError.self) { try coder.decode(cut.span, DecodingRequest(), limits: limits) }
    var request = DecodingRequest()
    request.isLenient = true
    let decoding = try coder.decode(cut.span, request, limits: limits)
    let kept = 64 - decoding.lostRowCount
    #expect((10...60).contains(kept))
    #expect(decoding.bitmap.bytes.prefix(kept * 192) == bitmap.bytes.prefix(kept * 192))
    #expect(decoding.bitmap.bytes.dropFirst(kept * 192).allSatisfy { $0 == 0 })
    #expect(decoding.complaints.count == 1)
  }

  @Test func `an interlaced picture that is cut takes lost pixels from earlier passes`() throws {
    let whole = PNGBuilder(width: 16, height: 16, colorType: 0, isInterlaced: true)
    var builder = whole
    // Two of three passes of ones: the rest is lost.
    builder["IDAT"] = Array(PNGBuilder.zlib((0..<4).flatMap { _ in [0, 9, 9] }).dropLast(6))
    var request = DecodingRequest()
    request.isLenient = true
    let decoding = try coder.decode(builder.bytes.span, request, limits: limits)
    #expect(decoding.lostRowCount == 16)
    #expect(decoding.bitmap.bytes[0] == 9)
    #expect(decoding.bitmap.bytes[16 * 7 + 7] == 9)
  }

  @Test func `more pixels than the limit are not decoded`() {
    var limits = limits
    limits.maxPixelCount = 12
    let exact = PNGBuilder(width: 4, height: 3).bytes
    let more = PNGBuilder(width: 13, height: 1).bytes
    #expect(throws: Never.self) { try coder.decode(exact.span, DecodingRequest(), limits: limits) }
    #expect(throws: PushImageError.self) { try coder.decode(more.span, DecodingRequest(), limits: limits) }
  }

  @Test func `no cut and no changed byte brings it down`() throws {
    var file = try coder.encode(picture(9, 8, .rgba), EncodingRequest())
    var lenient = DecodingRequest(size: PixelSize(width: 3, height: 3))
    lenient.isLenient = true
    for count in 0..<file.count {
      let cut = Array(file.prefix(count))
      _ = try? coder.decode(cut.span, lenient, limits: limits)
      _ = try? coder.stripped(cut.span, retention: Retention(), limits: limits)
    }
    for index in file.indices {
      file[index] ^= 0x55
      _ = try? coder.decode(file.span, DecodingRequest(), limits: limits)
      if index % 16 == 0 { _ = try? coder.recoded(file.span, RecodingRequest(), limits: limits) }
      file[index] ^= 0x55
    }
  }

  // MARK: stripping

  @Test func `what nobody sees goes, what changes the picture stays`() throws {
    var builder = PNGBuilder()
    builder.insert(PNGBuilder.Chunk(type: "gAMA", data: [0, 0, 0xB1, 0x8F]), before: "IDAT")
    builder.insert(PNGBuilder.Chunk(type: "pHYs", data: [0, 0, 11, 18, 0, 0, 11, 18, 1]), before: "IDAT")
    builder.insert(PNGBuilder.Chunk(type: "tEXt", data: Array("Comment\0hello".utf8)), before: "IDAT")
    builder.insert(PNGBuilder.Chunk(type: "prIv", data: [1, 2, 3]), before: "IEND")
    builder.trailing = Array("<html>".utf8)
    let bytes = builder.bytes
    let result = try #require(try coder.stripped(bytes.span, retention: Retention(), limits: limits))
    let verification = try coder.verify(result.span, limits: limits)
    #expect(verification.findings.isEmpty)
    #expect(verification.segments.map(\.name) == ["signature", "IHDR", "gAMA", "IDAT", "IEND"])
    let retention = Retention(keepsColorProfile: false)
    let bare = try #require(try coder.stripped(bytes.span, retention: retention, limits: limits))
    #expect(try coder.verify(bare.span, limits: limits).segments.map(\.name) == ["signature", "IHDR", "IDAT", "IEND"])
    #expect(try coder.stripped(bare.span, retention: Retention(), limits: limits) == nil)
  }

  @Test func `of EXIF only the orientation stays`() throws {
    var tiff = TIFFBuilder()
    tiff.appendDirectory([TIFFBuilder.Entry(tag: 0x0112, value: 6), TIFFBuilder.Entry(tag: 0x0100, value: 7)])
    let builder = PNGBuilder().inserting(PNGBuilder.Chunk(type: "eXIf", data: tiff.bytes), before: "IDAT")
    let bytes = builder.bytes
    let result = try #require(try coder.stripped(bytes.span, retention: Retention(), limits: limits))
    let verification = try coder.verify(result.span, limits: limits)
    #expect(verification.info?.orientation == 6)
    #expect(verification.findings.isEmpty)
    let retention = Retention(keepsOrientation: false)
    let bare = try #require(try coder.stripped(bytes.span, retention: retention, limits: limits))
    #expect(coder.inspect(bare.span, limits: limits)?.orientation == 1)
  }

  @Test func `pixels behind the last row are cured, even at the cost of bytes`() throws {
    var builder = PNGBuilder(width: 4, height: 3)
    builder["IDAT"] = PNGBuilder.zlib(PNGBuilder.rows(4, 3, 24) + [0, 0, 0, 0])
    let bytes = builder.bytes
    #expect(try coder.verify(bytes.span, limits: limits).findings.map(\.kind) == [PNGFindings.trailingImageData])
    let result = try #require(try coder.recoded(bytes.span, RecodingRequest(), limits: limits))
    #expect(try coder.verify(result.span, limits: limits).findings.isEmpty)
  }

  // MARK: budgets

  @Test(arguments: [Bitmap.Layout.rgb, .rgba, .gray]) func `a budget is kept`(layout: Bitmap.Layout) throws {
    let bitmap = picture(64, 56, layout)
    let exact = try coder.encode(bitmap, EncodingRequest())
    var last = Int.max
    for maxByteCount in [exact.count, exact.count / 2, exact.count / 4] {
      var budget = ByteBudget(maxByteCount: maxByteCount)
      budget.minSide = 16
      let result = try coder.encode(bitmap, within: budget)
      #expect(result.isWithinBudget)
      #expect(result.bytes.count <= maxByteCount)
      #expect(result.attemptCount <= PNGBudgetSearch.maxAttemptCount)
      #expect(result.bytes.count < last)
      last = result.bytes.count
      let verification = try coder.verify(result.bytes.span, limits: limits)
      #expect(verification.findings.isEmpty)
      #expect(verification.info.map { PixelSize(width: $0.width, height: $0.height) } == result.size)
      if maxByteCount == exact.count { #expect(result.colorCount == nil && result.size == bitmap.size) }
    }
  }

  @Test func `below the floor the smallest file is handed back, and says so`() throws {
    let bitmap = picture(80, 70, .rgb)
    let result = try coder.encode(bitmap, within: ByteBudget(maxByteCount: 100))
    #expect(!result.isWithinBudget)
    #expect(min(result.size.width, result.size.height) >= 64)
    #expect(try coder.verify(result.bytes.span, limits: limits).findings.isEmpty)
  }

  @Test func `a budget gives the same file each time`() throws {
    let bitmap = picture(70, 70, .rgba)
    let budget = ByteBudget(maxByteCount: 2500)
    #expect(try coder.encode(bitmap, within: budget).bytes == coder.encode(bitmap, within: budget).bytes)
  }
}

extension Array {
  /// Pieces of `count` elements.
  fileprivate func chunked(_ count: Int) -> [[Element]] {
    stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
  }
}
