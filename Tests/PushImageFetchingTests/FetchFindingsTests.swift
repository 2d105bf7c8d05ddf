import PushImageFetching
import Testing

@Suite struct FetchFindingsTests {
  @Test func everyKindIsNamedOnceAndExplained() {
    let kinds = FetchFindings.findingKinds
    #expect(kinds.count >= 15)
    #expect(Set(kinds.map(\.id)).count == kinds.count)
    for kind in kinds {
      #expect(kind.id.hasPrefix("fetch."))
      #expect(!kind.meaning.isEmpty && kind.meaning.last != ".")
      #expect(kind.remedy.last == ".")
      #expect(kind.reference.hasPrefix("https://"))
      // What came all the same, but is not to be sent, was looked at.
      let isOfAPicture = ["fetch.url-expired", "fetch.content-changed"].contains(kind.id)
      #expect((kind.severity == .error && !isOfAPicture) == (kind.integrity == .undetermined))
    }
  }
}
