import PushImage
import Testing

@Suite struct AspectRatioTests {
  @Test func `common factors go`() throws {
    let ratio = try #require(AspectRatio(width: 1200, height: 600))
    #expect(ratio.description == "2:1")
    #expect(AspectRatio(width: 0, height: 1) == nil)
    #expect(AspectRatio(width: 1, height: 10_001) == nil)
  }
}
