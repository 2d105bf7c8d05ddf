import PushImageFetching
import Testing

@Suite struct FetchResponseTests {
  @Test func theBodyIsLentWhereItIsAndOutlivesItsOutcome() throws {
    let server = try PictureServer.shared.get()
    var body = try server.fetch("/good.png").image?.body
    let kept = try #require(body)
    body = nil
    let first = kept.withContiguousStorageIfAvailable { $0.baseAddress }
    let second = kept.withContiguousStorageIfAvailable { $0.baseAddress }
    #expect(first == second)
    #expect(kept.indices == 0..<67)
    #expect(kept[66] == 0x82)
  }

  @Test func aCandidateOfABodyIsChecked() throws {
    let server = try PictureServer.shared.get()
    let outcome = try server.fetch("/good.png")
    let image = try #require(outcome.image)
    let candidate = Candidate(
      bytes: image.body, name: outcome.fileName, declaredType: image.contentType ?? "", source: server.url("/good.png"))
    #expect(try Checker(platforms: [.ios]).check(candidate).byteCount == 67)
  }
}
