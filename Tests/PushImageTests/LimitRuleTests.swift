import PushImage
import Testing

@Suite struct ByteCountRuleTests {
  @Test(arguments: [
    (Platform.ios, 10_000_000, []),
    (.ios, 10_000_001, ["ios.file-may-be-too-large"]),
    (.ios, 10_485_760, ["ios.file-may-be-too-large"]),
    (.ios, 10_485_761, ["ios.file-too-large"]),
    (.androidFCM, 1_048_576, []),
    (.androidFCM, 1_048_577, ["android.file-too-large"]),
    (.huawei, 524_287, []),
    (.huawei, 524_288, ["huawei.file-too-large"]),
    (.webPush, 50_000_000, []),
  ])
  func `passes the exact limit and not one byte more`(platform: Platform, byteCount: Int, ids: [String]) {
    #expect(ByteCountRule().ids(.picture(byteCount: byteCount), on: platform) == ids)
  }

  @Test func `says the measured fact first and whose limit it is`() throws {
    let finding = try #require(
      ByteCountRule().findings(for: .picture(byteCount: 12_345_678), on: .ios).first)
    #expect(finding.message == "file is 12,345,678 bytes; iOS attachments may be at most 10,485,760")
    #expect(finding.actual == 12_345_678)
    #expect(finding.limit == 10_485_760)
    #expect(finding.unit == .bytes)
    #expect(finding.platform == "ios")
    #expect(finding.severity == .error)
  }

  @Test func `measures files whose header could not be read`() {
    let subject = Subject(byteCount: 2_000_000, format: .png, info: nil, integrity: .damaged)
    #expect(ByteCountRule().ids(subject, on: .androidFCM) == ["android.file-too-large"])
  }
}

@Suite struct DecodedMemoryRuleTests {
  @Test(arguments: [
    // 3,145,728 pixels are 12 MiB, 6,291,456 are 24 MiB, 26,214,400 are 100 MiB.
    (Platform.ios, 3_145_728, []),
    (.ios, 3_145_729, ["ios.decoded-may-be-too-large"]),
    (.ios, 6_291_457, ["ios.decoded-may-be-too-large"]),
    (.androidFCM, 6_291_456, []),
    (.androidFCM, 6_291_457, ["android.decoded-may-be-too-large"]),
    (.androidFCM, 26_214_400, ["android.decoded-may-be-too-large"]),
    (.androidFCM, 26_214_401, ["android.decoded-too-large"]),
  ])
  func `passes the exact limit and not one pixel more`(platform: Platform, pixelCount: Int, ids: [String]) {
    #expect(DecodedMemoryRule().ids(.picture(width: pixelCount, height: 1), on: platform) == ids)
  }

  @Test func `tells old phones from new ones`() throws {
    let old = try #require(DecodedMemoryRule().findings(for: .picture(width: 2_000, height: 2_000), on: .ios).first)
    let new = try #require(DecodedMemoryRule().findings(for: .picture(width: 3_000, height: 3_000), on: .ios).first)
    #expect(old.limit == 12_582_912)
    #expect(new.limit == 25_165_824)
    #expect(new.message.hasPrefix("picture of 3,000 × 3,000 pixels decodes to 36,000,000 bytes; "))
  }

  @Test(arguments: [(24, []), (25, ["ios.animation-too-large"])])
  func `sums the frames of an animation`(frameCount: Int, ids: [String]) {
    // 24 frames of 512 x 512 at four bytes are 24 MiB.
    let subject = Subject.picture(format: .gif, width: 512, height: 512) { $0.frameCount = frameCount }
    #expect(DecodedMemoryRule().ids(subject, on: .ios) == ids)
  }

  @Test func `does not overflow on sizes that no picture has`() {
    let side = 2_147_483_647
    let subject = Subject.picture(format: .png, width: side, height: side) { $0.frameCount = side }
    #expect(DecodedMemoryRule().ids(subject, on: .androidFCM) == ["android.decoded-too-large"])
    #expect(
      DecodedMemoryRule().ids(subject, on: .ios) == ["ios.decoded-may-be-too-large", "ios.animation-too-large"])
  }
}

@Suite struct PixelSizeRuleTests {
  @Test(arguments: [
    (Platform.ios, 300, 200, []), (.ios, 299, 200, ["ios.width-too-small"]),
    (.ios, 2_000, 200, []), (.ios, 2_001, 200, ["ios.width-too-large"]),
    (.androidFCM, 300, 150, []), (.androidFCM, 299, 150, ["android.width-too-small"]),
    (.androidFCM, 2_001, 1_000, ["android.width-too-large"]),
    (.webPush, 360, 180, []), (.webPush, 359, 180, ["web.width-too-small"]),
    (.webPush, 360, 179, ["web.height-too-small"]),
    (.webPush, 2_001, 1_000, ["web.width-too-large"]),
    (.webPush, 10, 10, ["web.width-too-small", "web.height-too-small"]),
    (.huawei, 10, 10, []),
  ])
  func `passes the exact limit and not one pixel more`(platform: Platform, width: Int, height: Int, ids: [String]) {
    #expect(PixelSizeRule().ids(.picture(width: width, height: height), on: platform) == ids)
  }

  @Test func `measures what is shown, not what is stored`() {
    let turned = Subject.picture(width: 200, height: 400) { $0.orientation = 6 }
    #expect(PixelSizeRule().ids(turned, on: .ios) == [])
    // Android shows the picture as it is stored.
    #expect(PixelSizeRule().ids(turned, on: .androidFCM) == ["android.width-too-small"])
  }
}

@Suite struct AspectRatioRuleTests {
  @Test(arguments: [
    (1_024, 512, true), (1_000, 500, true), (420, 200, true), (421, 200, false), (380, 200, true),
    (379, 200, false), (512, 512, false), (512, 1_024, false),
  ])
  func `lets five per cent pass`(width: Int, height: Int, passes: Bool) {
    let subject = Subject.picture(width: width, height: height)
    #expect(AspectRatioRule().ids(subject, on: .androidFCM) == (passes ? [] : ["android.aspect-ratio-mismatch"]))
    #expect(AspectRatioRule().ids(subject, on: .webPush) == (passes ? [] : ["web.aspect-ratio-mismatch"]))
    #expect(AspectRatioRule().ids(subject, on: .ios) == [])
  }

  @Test func `names ratio and tolerance`() throws {
    let finding = try #require(
      AspectRatioRule().findings(for: .picture(width: 1_600, height: 900), on: .androidFCM).first)
    #expect(
      finding.message
        == "picture is 1,600 × 900, a ratio of 1.778; Android shows whole a ratio of 2, give or take 5 %")
    #expect(finding.unit == .ratio)
  }

  @Test func `has nothing to say without a size`() {
    let subject = Subject(byteCount: 5, format: .png, info: nil, integrity: .damaged)
    for platform in Platforms.all {
      #expect(AspectRatioRule().ids(subject, on: platform) == [])
      #expect(PixelSizeRule().ids(subject, on: platform) == [])
      #expect(DecodedMemoryRule().ids(subject, on: platform) == [])
    }
    #expect(AspectRatioRule().ids(.picture(width: 0, height: 0), on: .androidFCM) == [])
  }
}
