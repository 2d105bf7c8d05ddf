import PushImage
import Testing

@Suite struct PlatformsTests {
  @Test func `are listed in their order and found by id`() {
    #expect(Platforms.all.map(\.id) == ["ios", "android", "web", "huawei"])
    #expect(Platforms.platform(id: "android") == .androidFCM)
    #expect(Platforms.platform(id: "iOS") == nil)
  }

  @Test(arguments: Platforms.all) func `name a source for every number`(platform: Platform) {
    #expect(!platform.limits.isEmpty)
    for limit in platform.limits {
      #expect(limit.source.hasPrefix("http"), "\(platform.id) \(limit.key)")
      #expect(limit.value > 0)
      #expect(!limit.clause.isEmpty)
      #expect(limit.evidence != .policy)
      #expect(limit.kind.id.hasPrefix(platform.id + "."))
    }
    for advice in platform.vendorAdvice { #expect(advice.source.hasPrefix("https://"), "\(advice.vendor)") }
  }

  @Test(arguments: Platforms.all) func `have each limit once`(platform: Platform) {
    #expect(Set(platform.limits.map(\.key)).count == platform.limits.count)
  }

  @Test(arguments: Platforms.all) func `never reject for a number that is only assumed`(platform: Platform) {
    for limit in platform.limits where limit.evidence == .assumed { #expect(limit.kind.severity < .error) }
  }

  @Test func `carry the numbers that are known to the byte`() {
    #expect(Platform.ios.limit(.maxByteCount)?.value == 10_485_760)
    #expect(Platform.ios.limit(.cautionByteCount)?.value == 10_000_000)
    #expect(Platform.androidFCM.limit(.maxByteCount)?.value == 1_048_576)
    #expect(Platform.huawei.limit(.maxByteCount)?.value == 524_287)
    #expect(Platform.webPush.limit(.maxByteCount) == nil)
    #expect(Platform.ios.limit(.maxByteCount)?.unit == .bytes)
  }

  @Test func `name formats that sniffing knows`() {
    let known = Set(ImageFormats.all.map(\.name))
    for platform in Platforms.all { #expect(Set(platform.formats.keys).isSubset(of: known), "\(platform.id)") }
  }
}
