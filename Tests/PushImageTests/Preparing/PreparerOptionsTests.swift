import PushImage
import PushImageFormats
import Testing

@Suite struct PreparerOptionsTests {
  private let photo = Paintings.photo(width: 160, height: 100)

  private func prepare(
    _ bytes: [UInt8], _ name: String, platforms: [Platform] = [.ios, .androidFCM], policy: Policy = .default,
    _ change: (inout PreparationOptions) -> Void = { _ in }
  ) throws -> Preparation {
    var options = PreparationOptions()
    change(&options)
    return try Preparer(platforms: platforms, policy: policy, options: options)
      .prepare(Candidate(bytes: bytes, name: name))
  }

  private func size(_ preparation: Preparation) -> PixelSize? {
    preparation.report.info.map { PixelSize(width: $0.width, height: $0.height) }
  }

  @Test func `nothing is asked for, nothing is changed`() throws {
    let preparation = try prepare(Paintings.jpeg(photo), "a.jpg")
    #expect(preparation.action == .kept)
    #expect(preparation.outputs.count == 1)
    #expect(preparation.isComplete)
  }

  @Test(arguments: [(80, 80, 80, 50), (160, 100, 160, 100), (2_000, 25, 40, 25), (1, 1, 1, 1)])
  func `a picture is scaled into bounds and never enlarged`(_ w: Int, _ h: Int, _ width: Int, _ height: Int) throws {
    let preparation = try prepare(Paintings.jpeg(photo), "a.jpg") { $0.fit = .size(PixelSize(width: w, height: h)) }
    #expect(size(preparation) == PixelSize(width: width, height: height))
    #expect(preparation.steps == (width == 160 ? [] : ["scale", "encode"]))
  }

  @Test func `fitting the platform heeds what platforms advise`() throws {
    let wide = try Paintings.jpeg(Paintings.photo(width: 2_400, height: 600, grain: 2))
    #expect(try prepare(wide, "a.jpg").action == .kept)
    let fitted = try prepare(wide, "a.jpg") { $0.fit = .platform }
    #expect(size(fitted) == PixelSize(width: 2_000, height: 500))
  }

  @Test(arguments: [("2:1", 2, 1, 160, 80), ("1:1", 1, 1, 100, 100), ("8:5", 8, 5, 160, 100)])
  func `a shape is cut out`(_ name: String, _ w: Int, _ h: Int, _ width: Int, _ height: Int) throws {
    let ratio = try #require(AspectRatio(width: w, height: h))
    let preparation = try prepare(Paintings.png(photo), "a.png") { $0.crop = Cropping(ratio) }
    #expect(size(preparation) == PixelSize(width: width, height: height))
    #expect(preparation.steps == (height == 100 && width == 160 ? [] : ["crop", "encode"]))
  }

  @Test func `a part is cut where it was cut, pixel by pixel`() throws {
    let ratio = try #require(AspectRatio(width: 2, height: 1))
    let preparation = try prepare(Paintings.png(photo), "a.png") { $0.crop = Cropping(ratio) }
    let output = try #require(preparation.outputs.first)
    let part = photo.cropped(to: PixelSize(width: 160, height: 80), x: 0, y: 10)
    #expect(try Paintings.decode(output.bytes, .png) == part)
  }

  @Test func `a shape is filled up with a colour, or with nothing`() throws {
    let ratio = try #require(AspectRatio(width: 2, height: 1))
    let white = try prepare(Paintings.jpeg(photo), "a.jpg") { $0.padding = Padding(ratio) }
    #expect(size(white) == PixelSize(width: 200, height: 100))
    #expect(white.fileName == "a.jpg")
    let clear = try prepare(Paintings.jpeg(photo), "a.jpg") { $0.padding = Padding(ratio, color: .clear) }
    #expect(clear.fileName == "a.png")
    #expect(clear.report.info?.hasAlpha == true)
  }

  @Test func `bars around a line do not fill the memory`() throws {
    var options = PreparationOptions()
    options.padding = Padding(try #require(AspectRatio(width: 2, height: 1)))
    let geometry = Geometry(
      stored: PixelSize(width: 1, height: 65_535), orientation: 1, options: options, bounds: SizeBounds())
    #expect(geometry.padded == PixelSize(width: 131_070, height: 65_535))
    #expect(geometry.final.pixelCount <= Geometry.maxPaddedPixelCount)
    #expect(geometry.scaledCrop.height <= geometry.final.height)
  }

  @Test(arguments: [6_000, 3_000, 1_500])
  func `bytes are kept within what is allowed`(_ maxByteCount: Int) throws {
    let preparation = try prepare(Paintings.jpeg(photo), "a.jpg") { $0.maxByteCount = maxByteCount }
    let output = try #require(preparation.outputs.first)
    #expect(output.bytes.count <= maxByteCount)
    #expect(output.steps.last == "encode")
  }

  @Test func `below the floor it fails and says what it reached`() throws {
    let preparation = try prepare(Paintings.jpeg(photo), "a.jpg") {
      $0.maxByteCount = 300
      $0.minSide = 50
    }
    #expect(preparation.action == .rejected)
    #expect(!preparation.isComplete)
    let finding = try #require(preparation.report.findings.first)
    #expect(finding.kind.id == "prepare.over-budget")
    #expect(finding.message.hasSuffix("300 are allowed"))
    #expect(preparation.report.verdict == .rejected)
  }

  @Test func `bytes that must go aim below the caution of a platform`() throws {
    var policy = Policy()
    policy.setLimit(.maxByteCount, on: "ios", to: 6_000)
    policy.setLimit(.cautionByteCount, on: "ios", to: 3_000)
    let bytes = try Paintings.jpeg(photo)
    #expect(bytes.count > 6_000)
    let preparation = try prepare(bytes, "a.jpg", platforms: [.ios], policy: policy)
    #expect((preparation.outputs.first?.bytes.count ?? .max) <= 3_000)
  }

  @Test func `a picture between caution and limit is left alone, unless strict`() throws {
    var policy = Policy()
    policy.setLimit(.cautionByteCount, on: "ios", to: 3_000)
    let bytes = try Paintings.jpeg(photo)
    #expect(try prepare(bytes, "a.jpg", platforms: [.ios], policy: policy).action == .kept)
    let strict = try prepare(bytes, "a.jpg", platforms: [.ios], policy: policy) { $0.isStrict = true }
    #expect(strict.action == .reencoded)
    #expect(!strict.report.findings.contains { $0.kind.id == "ios.file-may-be-too-large" })
  }

  @Test func `an opaque PNG over its bytes becomes a JPEG, unless its format is kept`() throws {
    let bytes = try Paintings.png(photo)
    #expect(bytes.count > 8_000)
    let free = try prepare(bytes, "a.png") { $0.maxByteCount = 4_000 }
    #expect(free.fileName == "a.jpg")
    #expect(free.steps.contains("rename"))
    let kept = try prepare(bytes, "a.png") {
      $0.maxByteCount = 4_000
      $0.keepsFormat = true
    }
    #expect(kept.outputs.allSatisfy { $0.fileName == "a.png" })
  }

  @Test func `decoded pixels over a limit are scaled down, to what is safe`() throws {
    var policy = Policy()
    policy.setLimit(.maxDecodedByteCount, on: "android", to: 40_000)
    policy.setLimit(.cautionDecodedByteCount, on: "android", to: 20_000)
    let preparation = try prepare(Paintings.jpeg(photo), "a.jpg", platforms: [.androidFCM], policy: policy)
    #expect((size(preparation)?.pixelCount ?? .max) <= 5_000)
    #expect(preparation.steps == ["scale", "encode"])
  }

  @Test func `a picture of too many pixels for us is scaled down on its way, if it is whole`() throws {
    var policy = Policy()
    policy.limits.maxPixelCount = 8_000
    let bytes = try Paintings.jpeg(photo)
    let preparation = try prepare(bytes, "a.jpg", policy: policy)
    #expect(preparation.isComplete)
    #expect((size(preparation)?.pixelCount ?? .max) <= 8_000)
    let cut = Array(bytes.prefix(bytes.count / 2))
    #expect(try prepare(cut, "a.jpg", policy: policy).action == .rejected)
    policy.limits.maxPixelCount = 2_000
    #expect(try prepare(bytes, "a.jpg", policy: policy).action == .rejected)
  }

  @Test func `damage is refused, and repaired on request with what was lost`() throws {
    let bytes = try Paintings.png(photo)
    let cut = Array(bytes.prefix(bytes.count / 2))
    #expect(try prepare(cut, "a.png").action == .rejected)
    let repaired = try prepare(cut, "a.png") { $0.repairs = true }
    #expect(repaired.action == .reencoded)
    #expect(repaired.steps == ["repair", "encode"] || repaired.steps == ["repair", "encode", "rename"])
    let finding = try #require(repaired.report.findings.first)
    #expect(finding.kind.id == "prepare.rows-lost")
    #expect((finding.actual ?? 0) > 25)
    #expect(finding.message.contains("of 100 rows are lost"))
    #expect(repaired.report.verdict == .atRisk)
  }

  @Test func `a name after the bytes is the same for the same bytes`() throws {
    let bytes = try Paintings.jpeg(photo)
    let first = try prepare(bytes, "a.jpg") { $0.naming = .hash }
    let second = try prepare(bytes, "b.png") { $0.naming = .hash }
    #expect(first.fileName == second.fileName)
    #expect(first.fileName == "\(try #require(first.report.sha256).prefix(32)).jpg")
    #expect(first.outputs.first?.outputName == nil)
  }

  @Test(arguments: [(RecodingRequest.Progression.progressive, true), (.baseline, false), (.keep, false)])
  func `scans are ordered as asked for`(_ progression: RecodingRequest.Progression, _ isProgressive: Bool) throws {
    let preparation = try prepare(Paintings.jpeg(photo), "a.jpg") { $0.progression = progression }
    #expect(preparation.report.info?.isProgressive == isProgressive)
    #expect(preparation.action == (isProgressive ? .optimized : .kept))
  }

  @Test func `the same input gives the same bytes`() throws {
    let bytes = try Paintings.png(photo)
    let runs = try (0..<2).map { _ in
      try prepare(bytes, "a.png") { $0.maxByteCount = 4_000 }.outputs.map { Array($0.bytes) }
    }
    #expect(runs[0] == runs[1])
  }
}
