import PushImage
import PushImageFormats
import Testing

/// Who gets an animation and who a picture of it.
@Suite struct PrepareAnimationTests {
  private func prepare(
    _ file: String, _ platforms: [Platform], maxByteCounts: [String: Double] = [:],
    _ change: (inout PreparationOptions) -> Void = { _ in }
  ) throws -> Preparation {
    var policy = Policy()
    for (platform, byteCount) in maxByteCounts { policy.setLimit(.maxByteCount, on: platform, to: byteCount) }
    var options = PreparationOptions()
    change(&options)
    let name = Expectation.lastComponent(file)
    return try Preparer(platforms: platforms, policy: policy, options: options)
      .prepare(Candidate(bytes: PackageFiles.testImage(file), name: name))
  }

  @Test func `one animation serves all platforms that take it`() throws {
    let preparation = try prepare("gif/animated-600x300.gif", [.ios, .androidFCM, .webPush])
    #expect(preparation.outputs.map(\.fileName) == ["animated-600x300.gif"])
    #expect(preparation.outputs.map(\.platforms) == [["ios", "android", "web"]])
    #expect(preparation.report.info?.frameCount ?? 0 > 1)
  }

  @Test func `a platform that refuses the animation and shows one frame gets a good picture`() throws {
    let byteCount = try PackageFiles.testImage("gif/frames-40-600x300.gif").count
    let preparation = try prepare(
      "gif/frames-40-600x300.gif", [.ios, .androidFCM], maxByteCounts: ["android": Double(byteCount / 8)])
    #expect(preparation.isComplete)
    #expect(preparation.outputs.map(\.platforms) == [["ios"], ["android"]])
    #expect(preparation.outputs.map(\.fileName) == ["frames-40-600x300.ios.gif", "frames-40-600x300.android.png"])
    #expect(preparation.outputs.map(\.report.info?.frameCount) == [40, 1])
    #expect(preparation.outputs[1].steps == ["rename", "still", "encode"])
    let still = Array(preparation.outputs[1].bytes)
    let coder = try #require(ImageCodecs.coder(for: .png))
    let bitmap = try coder.decode(still.span, DecodingRequest(), limits: .default).bitmap
    #expect(bitmap.bytes.contains { $0 != bitmap.bytes[0] }, "the picture is not blank")
  }

  @Test func `a format that a platform does not take is converted for it`() throws {
    let preparation = try prepare("gif/animated-600x300.gif", [.ios, .huawei])
    #expect(preparation.outputs.map(\.platforms) == [["ios"], ["huawei"]])
    #expect(preparation.outputs.last?.report.format == .png)
    let alone = try prepare("gif/animated-600x300.gif", [.huawei])
    #expect(alone.outputs.map(\.fileName) == ["animated-600x300.png"])
  }

  @Test func `a GIF that is to stay one is refused where GIF is not taken`() throws {
    let preparation = try prepare("gif/animated-600x300.gif", [.ios, .huawei]) { $0.keepsFormat = true }
    #expect(preparation.outputs.map(\.platforms) == [["ios"]])
    #expect(preparation.refusal?.platforms == ["huawei"])
    #expect(preparation.refusal?.report.findings.first?.kind.id == "prepare.undecodable")
    #expect(preparation.refusal?.report.verdict == .rejected)
  }

  @Test func `strict gives a picture to whoever would not play the animation`() throws {
    let preparation = try prepare("gif/animated-600x300.gif", [.ios, .androidFCM]) { $0.isStrict = true }
    #expect(preparation.outputs.map(\.platforms) == [["ios"], ["android"]])
    #expect(preparation.outputs.allSatisfy { $0.report.verdict == .accepted })
  }

  @Test func `an animated PNG that must shrink becomes a picture, and a player is told`() throws {
    let byteCount = try PackageFiles.testImage("png/animated-600x300.png").count
    let preparation = try prepare("png/animated-600x300.png", [.ios]) { $0.maxByteCount = byteCount * 2 / 3 }
    guard let output = preparation.outputs.first else { return }
    if output.report.info?.frameCount == 1 {
      #expect(output.report.findings.first?.kind.id == "prepare.frames-lost")
      #expect(output.report.verdict == .atRisk)
    }
  }

  @Test func `an animation that must shrink stays one with its time`() throws {
    let file = "gif/frames-40-600x300.gif"
    let before = try prepare(file, [.ios])
    let preparation = try prepare(file, [.ios]) { $0.maxByteCount = before.report.byteCount / 2 }
    let info = try #require(preparation.report.info)
    #expect(preparation.isComplete)
    #expect(info.frameCount >= 2)
    #expect(preparation.report.byteCount <= before.report.byteCount / 2)
    #expect(abs((info.durationSeconds ?? 0) - (before.report.info?.durationSeconds ?? 0)) < 0.011)
  }

  @Test func `an animation is cut and scaled with all its frames`() throws {
    let preparation = try prepare("gif/frames-40-600x300.gif", [.ios, .androidFCM]) {
      $0.crop = AspectRatio(width: 1, height: 1).map { Cropping($0) }
      $0.fit = .size(PixelSize(width: 100, height: 100))
    }
    let info = try #require(preparation.report.info)
    #expect(info.width == 100 && info.height == 100)
    #expect(info.frameCount > 1)
    #expect(preparation.steps == ["crop", "scale", "encode"])
  }
}
