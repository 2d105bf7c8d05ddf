import PushImage
import Testing

@Suite struct FormatRuleTests {
  @Test(
    arguments: [
      (ImageFormat.jpeg, [], [], [], []), (.png, [], [], [], []),
      (.gif, [], [], [], ["huawei.format-unsupported"]),
      (
        .webp, ["ios.format-unsupported"], ["android.format-not-verified"], ["web.format-not-verified"],
        ["huawei.format-unsupported"]
      ),
      (
        .heic, ["ios.format-unsupported"], ["android.format-not-verified"], ["web.format-unsupported"],
        ["huawei.format-unsupported"]
      ),
      (
        .avif, ["ios.format-unsupported"], ["android.format-not-verified"], ["web.format-not-verified"],
        ["huawei.format-unsupported"]
      ),
      (
        .bmp, ["ios.format-unsupported"], ["android.format-not-verified"], ["web.format-not-verified"],
        ["huawei.format-unsupported"]
      ),
      (
        .svg, ["ios.format-unsupported"], ["android.format-unsupported"], ["web.format-unsupported"],
        ["huawei.format-unsupported"]
      ),
    ] as [(ImageFormat, [String], [String], [String], [String])])
  func `answers for each platform`(
    format: ImageFormat, ios: [String], android: [String], web: [String], huawei: [String]
  ) {
    let subject = Subject(byteCount: 1_000, format: format, integrity: .undetermined)
    #expect(FormatRule().ids(subject, on: .ios) == ios)
    #expect(FormatRule().ids(subject, on: .androidFCM) == android)
    #expect(FormatRule().ids(subject, on: .webPush) == web)
    #expect(FormatRule().ids(subject, on: .huawei) == huawei)
  }

  @Test(arguments: ["lossless JPEG", "12-bit JPEG", "CgBI PNG"])
  func `rejects on iOS and leaves open elsewhere what the codec does not verify`(coding: String) {
    let subject = Subject.picture(integrity: .undetermined) { $0.unverifiedCoding = coding }
    #expect(FormatRule().ids(subject, on: .ios) == ["ios.format-unsupported"])
    #expect(FormatRule().ids(subject, on: .androidFCM) == ["android.format-not-verified"])
    #expect(FormatRule().ids(subject, on: .webPush) == ["web.format-not-verified"])
  }

  @Test func `leaves bytes that are no picture to the file's own finding`() {
    for format in [ImageFormat.html, .mp4, .zip, nil] {
      #expect(FormatRule().ids(Subject(byteCount: 9, format: format), on: .ios) == [])
    }
  }

  @Test func `says what the file is and what is taken`() {
    let subject = Subject(byteCount: 9, format: .webp)
    #expect(
      FormatRule().findings(for: subject, on: .ios).map(\.message) == ["file is a WebP; iOS takes PNG, JPEG, GIF"])
  }
}

@Suite struct AnimationRuleTests {
  @Test(arguments: [
    (Platform.ios, []), (.androidFCM, ["android.animation-not-shown"]), (.webPush, ["web.animation-not-shown"]),
    (.huawei, []),
  ])
  func `warns where only the first frame of a GIF is shown`(platform: Platform, ids: [String]) {
    let still = Subject.picture(format: .gif)
    let moving = Subject.picture(format: .gif) { $0.frameCount = 2 }
    #expect(AnimationRule().ids(still, on: platform) == [])
    #expect(AnimationRule().ids(moving, on: platform) == ids)
  }

  @Test func `knows animated PNG`() {
    let moving = Subject.picture(format: .png) { $0.frameCount = 3 }
    #expect(AnimationRule().ids(moving, on: .huawei) == ["huawei.animation-not-shown"])
  }
}

@Suite struct OrientationRuleTests {
  @Test(arguments: 1...8) func `warns on Android of every orientation but upright`(orientation: Int) {
    let subject = Subject.picture { $0.orientation = orientation }
    #expect(
      OrientationRule().ids(subject, on: .androidFCM) == (orientation == 1 ? [] : ["android.orientation-ignored"]))
    #expect(OrientationRule().ids(subject, on: .ios) == [])
  }

  @Test(arguments: [0, 9, 255]) func `says nothing of values that mean nothing`(orientation: Int) {
    #expect(OrientationRule().ids(.picture { $0.orientation = orientation }, on: .androidFCM) == [])
  }
}

@Suite struct ColorRuleTests {
  @Test func `notes each unusual coding`() {
    #expect(ColorRule().ids(.picture(), on: .ios) == [])
    #expect(ColorRule().ids(.picture { $0.colorModel = .cmyk }, on: .ios) == ["color.cmyk"])
    #expect(ColorRule().ids(.picture { $0.colorModel = .ycck }, on: .ios) == ["color.cmyk"])
    #expect(ColorRule().ids(.picture { $0.bitDepth = 16 }, on: .ios) == ["color.sixteen-bit"])
    #expect(ColorRule().ids(.picture { $0.isWideGamut = true }, on: .ios) == ["color.wide-gamut"])
    #expect(ColorRule().ids(.picture { $0.isProgressive = true }, on: .ios) == ["color.progressive"])
    #expect(ColorRule().findingKinds.allSatisfy { $0.severity == .note && $0.integrity == .intact })
  }
}

@Suite struct MetadataRuleTests {
  @Test func `notes position, other metadata and thumbnails`() {
    #expect(MetadataRule().ids(.picture(), on: .ios) == [])
    let subject = Subject.picture {
      $0.hasGPS = true
      $0.metadataByteCount = 4_096
      $0.thumbnailCount = 1
    }
    let findings = MetadataRule().findings(for: subject)
    #expect(findings.map(\.kind.id) == ["metadata.gps", "metadata.private", "metadata.thumbnail"])
    #expect(findings.map(\.message).last == "metadata holds 1 thumbnail")
  }
}

@Suite struct CaveatRuleTests {
  @Test func `says of web push that not every browser shows the image`() {
    #expect(CaveatRule().ids(.picture(), on: .webPush) == ["web.image-not-shown-everywhere"])
    #expect(CaveatRule().ids(.picture(), on: .ios) == [])
    #expect(CaveatRule().ids(Subject(byteCount: 9, format: .html), on: .webPush) == [])
    #expect(CaveatRule().ids(Subject(byteCount: 9, format: nil), on: .webPush) == [])
  }
}

@Suite struct VendorAdviceRuleTests {
  @Test func `follows the advice of everyone below the smallest number`() {
    let subject = Subject.picture(byteCount: 199_999, width: 1_024, height: 512)
    for platform in [Platform.ios, .androidFCM, .webPush] {
      #expect(VendorAdviceRule().ids(subject, on: platform) == [])
    }
  }

  @Test func `names each sender once, by what weighs most`() throws {
    let subject = Subject.picture(byteCount: 5_000_001)
    let finding = try #require(VendorAdviceRule().findings(for: subject, on: .ios).first)
    #expect(finding.severity == .note)
    #expect(finding.kind.id == "ios.above-vendor-advice")
    #expect(
      finding.message == """
        file is 5,000,001 bytes; Airship advises at most 199,999, Braze takes at most 5,000,000, \
        WebEngage takes at most 999,999, Leanplum takes at most 1,000,000, Xtremepush takes at most 1,999,999, \
        Customer.io takes at most 3,000,000, OneSignal takes at most 4,999,999
        """)
    #expect(finding.limit == 199_999)
  }

  @Test func `knows senders that take no GIF on Android`() {
    #expect(VendorAdviceRule().ids(.picture(format: .gif), on: .androidFCM) == ["android.above-vendor-advice"])
    #expect(VendorAdviceRule().ids(.picture(format: .gif), on: .ios) == [])
  }

  @Test func `knows that Huawei shows a small icon`() {
    #expect(VendorAdviceRule().ids(.picture(byteCount: 9_000, width: 160, height: 160), on: .huawei) == [])
    #expect(
      VendorAdviceRule().ids(.picture(byteCount: 9_000, width: 161, height: 160), on: .huawei)
        == ["huawei.above-vendor-advice"])
    #expect(VendorAdviceRule().ids(.picture(byteCount: 9_000), on: .huawei).count == 3)
  }

  @Test func `says nothing of what is no picture`() {
    #expect(VendorAdviceRule().ids(Subject(byteCount: 9_000_000, format: .html), on: .ios) == [])
  }
}
