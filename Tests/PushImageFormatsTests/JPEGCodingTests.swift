import Testing

@testable import PushImageFormats

@Suite struct JPEGCodingTests {
  private let codec = JPEGCodec()

  private func file(
    _ width: Int = 64, _ height: Int = 48, layout: Bitmap.Layout = .rgb, quality: Int = 80, progressive: Bool = false
  ) throws -> [UInt8] {
    var request = EncodingRequest(quality: quality)
    request.isProgressive = progressive
    return try codec.encode(JPEGPictures.textured(width, height, layout), request)
  }

  private func pixels(_ file: [UInt8]) throws -> Bitmap { try codec.pixels(file) }

  private func segmentNames(_ file: [UInt8]) throws -> [String] { try codec.verification(file).segments.map(\.name) }

  // MARK: Encoding

  @Test(arguments: [Bitmap.Layout.gray, .rgb])
  func `encoded pictures are whole and near their pixels`(layout: Bitmap.Layout) throws {
    for quality in [50, 85, 95] {
      for progressive in [false, true] {
        let bytes = try file(50, 41, layout: layout, quality: quality, progressive: progressive)
        let verification = try codec.verification(bytes)
        #expect(verification.findings.isEmpty)
        #expect(verification.info?.isProgressive == progressive)
        let decoded = try pixels(bytes)
        #expect(decoded.layout == layout)
        #expect(decoded.size == PixelSize(width: 50, height: 41))
        let original = JPEGPictures.textured(50, 41, layout)
        #expect(JPEGPictures.meanDifference(decoded, original) < (quality == 95 ? 2.5 : 9))
      }
    }
  }

  @Test func `the quality of a file is told from its tables`() throws {
    for quality in [1, 10, 40, 75, 85, 92, 100] {
      let bytes = try file(quality: quality)
      let estimate = JPEGCodec.estimatedQuality(of: bytes.span)
      #expect(estimate == quality)
    }
    let none: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
    let estimate = JPEGCodec.estimatedQuality(of: none.span)
    #expect(estimate == nil)
  }

  @Test func `a file can be saved with the divisors of another`() throws {
    let bytes = try file(quality: 37)
    let read = JPEGQuantization(bytes.span)
    let quantization = try #require(read)
    var request = EncodingRequest(quality: 99)
    request.quantization = quantization
    let again = try codec.encode(JPEGPictures.textured(64, 48), request)
    let readAgain = JPEGQuantization(again.span)
    #expect(readAgain == quantization)
    #expect(again == bytes)
  }

  @Test func `a profile is written only when asked for`() throws {
    var bitmap = JPEGPictures.textured(16, 16)
    bitmap.iccProfile = JPEGPictures.profile(nameByteCount: 70_000)
    let plain = try codec.encode(bitmap, EncodingRequest())
    #expect(try !segmentNames(plain).contains("APP2 ICC"))
    var request = EncodingRequest()
    request.embedsProfile = true
    let embedded = try codec.encode(bitmap, request)
    #expect(try segmentNames(embedded).contains("APP2 ICC"))
    #expect(try pixels(embedded).iccProfile == bitmap.iccProfile)
  }

  // MARK: Stripping

  @Test func `stripping keeps the pixels, the profile and the orientation`() throws {
    let plain = try file()
    var profile = JPEGSegmentWriter(capacity: 0)
    profile.appendProfile(JPEGPictures.profile(nameByteCount: 600))
    let extra =
      JPEGBuilder.segment(0xE1, Array("Exif\0\0".utf8) + JPEGPictures.orientation(6)) + profile.bytes.dropFirst(2)
      + JPEGBuilder.segment(0xED, Array("Photoshop 3.0\0".utf8)) + JPEGBuilder.segment(0xFE, [1, 2, 3]) + [9, 9]
    let dressed = Array(plain[..<20]) + extra + plain[20...] + Array("tail".utf8)
    let stripped = try #require(try codec.stripped(dressed))
    let verification = try codec.verification(stripped)
    #expect(verification.info?.orientation == 6)
    #expect(verification.findings.isEmpty)
    #expect(Set(verification.segments.map(\.name)).isSubset(of: JPEGPictures.plainSegmentNames))
    #expect(try pixels(stripped).bytes == pixels(dressed).bytes)
    #expect(try pixels(stripped).iccProfile == pixels(dressed).iccProfile)

    let bare = try #require(
      try codec.stripped(dressed, Retention(keepsColorProfile: false, keepsOrientation: false)))
    #expect(bare == plain)
    #expect(try codec.stripped(plain) == nil)
  }

  @Test func `an end marker that is all that is missing is added`() throws {
    let plain = try file()
    let open = Array(plain.dropLast(2))
    #expect(try codec.stripped(open) == plain)
    let cut = Array(plain.dropLast(200))
    #expect(try codec.stripped(cut) == nil)
  }

  // MARK: Coding anew

  @Test func `coding anew keeps every pixel`() throws {
    for layout in [Bitmap.Layout.gray, .rgb] {
      let bytes = try file(70, 50, layout: layout)
      for progression in RecodingRequest.Progression.allCases {
        guard let again = try codec.recoded(bytes, progression) else { continue }
        #expect(try pixels(again) == pixels(bytes))
        let info = try codec.verification(again).info
        #expect(info?.isProgressive == (progression == .progressive))
      }
      #expect(try codec.recoded(bytes) == nil, "optimal already")
    }
  }

  @Test(arguments: 2...8)
  func `a turn of whole units loses nothing`(orientation: Int) throws {
    let inverse = [1, 1, 2, 3, 4, 5, 8, 7, 6][orientation]
    for (layout, quality) in [(Bitmap.Layout.gray, 80), (.rgb, 80), (.rgb, 95)] {
      let bytes = try file(64, 48, layout: layout, quality: quality)
      let turned = try #require(try codec.recoded(bytes, orientation: orientation))
      let expected = JPEGPictures.turned(try pixels(bytes), orientation)
      let actual = try pixels(turned)
      #expect(actual.size == expected.size)
      // The inverse transform rounds rows and columns in turn, and colour is interpolated with a bias.
      #expect(JPEGPictures.largestDifference(actual, expected) <= 4)
      #expect(JPEGPictures.meanDifference(actual, expected) < 0.5)
      let back = try #require(try codec.recoded(turned, orientation: inverse))
      #expect(try pixels(back) == pixels(bytes))
    }
  }

  @Test func `a turn that would bring padding to the front is refused`() throws {
    let bytes = try file(60, 48)
    let refused = try (1...8).filter { try codec.recoded(bytes, .progressive, orientation: $0) == nil }
    // Those that mirror the width.
    #expect(refused == [2, 3, 7, 8])
  }

  @Test func `coefficients beyond the limit are not gathered`() throws {
    var limits = Limits()
    limits.maxCoefficientByteCount = 10_000
    let bytes = try file()
    #expect(try codec.recoded(bytes, .progressive, limits: limits) == nil)
    let progressive = try file(progressive: true)
    #expect(throws: PushImageError.self) { try codec.decoding(progressive, limits: limits) }
  }

  // MARK: Decoding

  @Test(arguments: [false, true])
  func `a smaller picture is near the whole one scaled`(progressive: Bool) throws {
    for layout in [Bitmap.Layout.gray, .rgb] {
      let bytes = try file(211, 157, layout: layout, quality: 92, progressive: progressive)
      for size in [
        PixelSize(width: 210, height: 100), PixelSize(width: 60, height: 40), PixelSize(width: 7, height: 9),
      ] {
        let small = try codec.decoding(bytes, size: size).bitmap
        #expect(small.size == size)
        #expect(JPEGPictures.meanDifference(small, try pixels(bytes).scaled(to: size)) < 4)
      }
    }
  }

  /// Our own reader of coefficients against the library's: written in several scans, the library reads them.
  @Test func `a smaller picture has the same pixels whoever reads its coefficients`() throws {
    let tables = [50, 75, 92, 100].map { JPEGQuantization(quality: $0) }
    for (index, layout) in [Bitmap.Layout.rgb, .gray, .rgb, .rgb].enumerated() {
      var request = EncodingRequest(quality: 100)
      request.quantization = tables[index]
      let baseline = try codec.encode(JPEGPictures.textured(163, 121, layout), request)
      let progressive = try #require(try codec.recoded(baseline, .progressive))
      for size in [(162, 121), (100, 90), (61, 45), (33, 120), (20, 15), (3, 1)] {
        let size = PixelSize(width: size.0, height: size.1)
        let read = JPEGStructure.readHeader(baseline.span, limits: .default, listsSegments: true)
        let ours = try JPEGReducedDecoder.decode(baseline.span, read, to: size, layout: layout, limits: .default)
        let theirs = try codec.decoding(progressive, size: size).bitmap.bytes
        let isAlike = ours == theirs
        #expect(isAlike, "\(layout) to \(size)")
      }
    }
  }

  @Test func `a size beyond the stored one is the stored one`() throws {
    let bytes = try file(20, 30)
    let size = PixelSize(width: 100, height: 10)
    #expect(
      try codec.decoding(bytes, size: size).bitmap.size
        == PixelSize(width: 20, height: 10))
  }

  @Test func `lost rows are counted`() throws {
    let bytes = try file(64, 160, layout: .gray, quality: 95)
    #expect(throws: PushImageError.self) { try codec.decoding(Array(bytes[..<(bytes.count / 2)])) }
    var earlier = 161
    for end in stride(from: bytes.count * 2 / 5, to: bytes.count, by: 97) {
      let decoding = try codec.decoding(Array(bytes[..<end]), isLenient: true)
      #expect(decoding.lostRowCount % 8 == 0 && decoding.lostRowCount <= earlier)
      #expect(!decoding.complaints.isEmpty)
      earlier = decoding.lostRowCount
      // What is not lost is what it was.
      let kept = (160 - decoding.lostRowCount) * 64
      #expect(try decoding.bitmap.bytes[..<kept] == pixels(bytes).bytes[..<kept])
    }
    #expect(earlier == 8)
  }

  @Test(arguments: [false, true])
  func `every cut of a file is survived`(progressive: Bool) throws {
    let bytes = try file(24, 17, progressive: progressive)
    for end in 0..<bytes.count {
      let cut = Array(bytes[..<end])
      let size = end % 2 == 0 ? nil : PixelSize(width: 11, height: 8)
      let decoding = try? codec.decoding(cut, size: size, isLenient: true)
      if let decoding { #expect(decoding.complaints.count <= 16) }
      _ = try codec.stripped(cut)
      _ = try codec.recoded(cut)
    }
  }

  @Test func `changed bytes are survived`() throws {
    for progressive in [false, true] {
      let bytes = try file(40, 33, progressive: progressive)
      var random = GIFSeededRandom(seed: 5)
      for _ in 0..<500 {
        var changed = bytes
        for _ in 0...Int.random(in: 0..<3, using: &random) {
          changed[Int.random(in: 2..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        let size = Bool.random(using: &random) ? PixelSize(width: 13, height: 9) : nil
        // A changed header may declare a picture that is larger than this test has time for.
        var limits = Limits()
        limits.maxPixelCount = 100_000
        _ = try? codec.decoding(changed, size: size, isLenient: true, limits: limits)
        _ = try codec.recoded(changed, orientation: Int.random(in: 1...8, using: &random), limits: limits)
      }
    }
  }

  // MARK: Budgets

  @Test func `a budget is kept with the highest quality that fits`() throws {
    let bitmap = JPEGPictures.textured(160, 120)
    for maxByteCount in [12_000, 6_000, 3_000] {
      let found = try codec.encode(bitmap, within: ByteBudget(maxByteCount: maxByteCount))
      #expect(found.isWithinBudget)
      #expect(found.bytes.count <= maxByteCount)
      #expect(found.attemptCount <= 40)
      let decoded = try pixels(found.bytes)
      #expect(decoded.size == found.size)
      if found.size == bitmap.size, let quality = found.quality, quality < 95 {
        #expect(try codec.encode(bitmap, EncodingRequest(quality: quality + 1)).count > maxByteCount)
      }
    }
  }

  @Test func `what does not fit is said, and the smallest is given`() throws {
    let found = try codec.encode(JPEGPictures.textured(160, 120), within: ByteBudget(maxByteCount: 300))
    #expect(!found.isWithinBudget)
    #expect(min(found.size.width, found.size.height) == 64)
    #expect(found.quality == 40)
  }
}
