import PushImage
import Testing

@Suite struct PolicyTests {
  private func policy(_ json: String) throws(PushImageError) -> Policy { try Policy(json: Array(json.utf8)) }

  @Test func `changes nothing when it is empty`() throws {
    for json in ["{}", #"{"platforms":{},"limits":{}}"#, #"{"platforms":{"ios":{}}}"#] {
      let policy = try policy(json)
      for platform in Platforms.all { #expect(policy.apply(to: platform) == platform) }
      #expect(policy.limits == .default)
    }
    #expect(try policy("{}") == .default)
  }

  @Test func `overrides a platform's number`() throws {
    let policy = try policy(#"{"platforms":{"ios":{"maxByteCount":5000000},"web":{"minWidth":720,"aspectRatio":1.5}}}"#)
    let ios = policy.apply(to: .ios)
    #expect(ios.limit(.maxByteCount)?.value == 5_000_000)
    #expect(ios.limit(.maxByteCount)?.evidence == .policy)
    #expect(ios.limit(.cautionByteCount) == Platform.ios.limit(.cautionByteCount))
    #expect(policy.apply(to: .androidFCM) == .androidFCM)
    let finding = ByteCountRule().findings(for: .picture(byteCount: 5_000_001), on: ios).first
    #expect(finding?.message == "file is 5,000,001 bytes; the policy allows at most 5,000,000")
    #expect(finding?.kind.id == "ios.file-too-large")
    let web = policy.apply(to: .webPush)
    #expect(PixelSizeRule().ids(.picture(width: 719, height: 480), on: web) == ["web.width-too-small"])
    #expect(AspectRatioRule().ids(.picture(width: 720, height: 480), on: web) == [])
  }

  @Test func `takes limits away`() throws {
    let policy = try policy(
      #"{"platforms":{"android":{"maxByteCount":null}},"limits":{"maxPixelCount":null,"maxCPUSeconds":null}}"#)
    #expect(policy.apply(to: .androidFCM).limit(.maxByteCount) == nil)
    #expect(policy.limits.maxPixelCount == nil)
    #expect(policy.limits.maxCPUSeconds == nil)
    #expect(policy.limits.maxFrameCount == 10_000)
  }

  @Test func `overrides every limit of its own`() throws {
    let policy = try policy(
      """
      {"limits":{"maxByteCount":1,"maxPixelCount":2,"maxFrameCount":3,"maxTotalPixelCount":4,"maxDecodedPixelCount":5,
      "maxScanCount":6,"maxMarkerCount":7,"maxChunkCount":8,"maxMetadataChunkByteCount":9,"maxMetadataByteCount":10,
      "maxCoefficientByteCount":11,"maxScanBlockCount":12,"maxCPUSeconds":0.5}}
      """)
    var wanted = Limits()
    wanted.maxByteCount = 1
    wanted.maxPixelCount = 2
    wanted.maxFrameCount = 3
    wanted.maxTotalPixelCount = 4
    wanted.maxDecodedPixelCount = 5
    wanted.maxScanCount = 6
    wanted.maxMarkerCount = 7
    wanted.maxChunkCount = 8
    wanted.maxMetadataChunkByteCount = 9
    wanted.maxMetadataByteCount = 10
    wanted.maxCoefficientByteCount = 11
    wanted.maxScanBlockCount = 12
    wanted.maxCPUSeconds = 0.5
    #expect(policy.limits == wanted)
    // A limit that is added to `Limits` must be added to the policy too.
    let properties = Mirror(reflecting: Limits()).children.compactMap(\.label)
    for property in properties { _ = try self.policy("{\"limits\":{\"\(property)\":null}}") }
    #expect(properties.count >= 13)
  }

  @Test func `overrides every limit of every platform`() throws {
    for platform in Platforms.all {
      for limit in platform.limits {
        let policy = try policy("{\"platforms\":{\"\(platform.id)\":{\"\(limit.key.rawValue)\":7}}}")
        #expect(policy.apply(to: platform).limit(limit.key)?.value == 7)
      }
    }
  }

  @Test(arguments: [
    ("[]", "policy, line 1, column 1: the policy is an array, not an object"),
    ("{\n \"platform\": {}\n}", #"policy, line 2, column 2: unknown key "platform"; known are platforms, limits"#),
    (
      #"{"platforms":{"iOS":{}}}"#,
      #"policy, line 1, column 15: unknown platform "iOS"; known are ios, android, web, huawei"#
    ),
    (
      #"{"platforms":{"huawei":{"maxBytes":1}}}"#,
      #"policy, line 1, column 25: unknown limit of huawei "maxBytes"; known are maxByteCount"#
    ),
    (#"{"platforms":[]}"#, "policy, line 1, column 14: platforms is an array, not an object"),
    (#"{"platforms":{"ios":7}}"#, "policy, line 1, column 21: ios is a number, not an object"),
    (
      #"{"platforms":{"ios":{"maxByteCount":"5 MB"}}}"#,
      "policy, line 1, column 37: maxByteCount is a string, not a whole number of at least 0, or null"
    ),
    (
      #"{"platforms":{"ios":{"maxByteCount":1.5}}}"#,
      #"policy, line 1, column 37: maxByteCount is "1.5", not a whole number of at least 0, or null"#
    ),
    (
      #"{"platforms":{"ios":{"maxByteCount":-1}}}"#,
      #"policy, line 1, column 37: maxByteCount is "-1", not a whole number of at least 0, or null"#
    ),
    (
      #"{"platforms":{"web":{"aspectRatio":0}}}"#,
      #"policy, line 1, column 36: aspectRatio is "0", not a number above 0, or null"#
    ),
    (
      #"{"limits":{"maxPixelCount":1e300}}"#,
      #"policy, line 1, column 28: maxPixelCount is "1e300", not a whole number above 0, or null"#
    ),
    (
      #"{"limits":{"maxCPUSeconds":0}}"#,
      #"policy, line 1, column 28: maxCPUSeconds is "0", not a number above 0, or null"#
    ),
  ])
  func `names what it does not know, its place and what exists`(json: String, message: String) {
    do {
      _ = try policy(json)
      Issue.record("\(json) was read")
    } catch {
      #expect(error.code == .invalidPolicy)
      #expect(error.message == message)
    }
  }

  @Test func `lists its own limits when one is unknown`() {
    do {
      _ = try policy(#"{"limits":{"maxPixels":1}}"#)
      Issue.record("read")
    } catch {
      #expect(error.message.contains("maxPixelCount, maxFrameCount"))
      #expect(error.message.hasSuffix("maxCPUSeconds"))
    }
  }

  @Test func `passes on where the JSON breaks`() {
    do {
      _ = try policy("{\"platforms\":\n{,}}")
      Issue.record("read")
    } catch {
      #expect(error.code == .invalidPolicy)
      #expect(error.underlying == "line 2, column 2: expected a key in quotation marks")
    }
  }

  @Test func `differs by what it overrides`() throws {
    let one = try policy(#"{"platforms":{"ios":{"maxByteCount":1}}}"#)
    let other = try policy(#"{"platforms":{"ios":{"maxByteCount":null}}}"#)
    #expect(Set([one, other, .default, one]).count == 3)
  }
}
