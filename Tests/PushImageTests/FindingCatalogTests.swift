import PushImage
import Testing

@Suite struct FindingCatalogTests {
  @Test func `holds every owner`() {
    let owners = Set(FindingCatalog.kinds.compactMap { $0.id.split(separator: ".").first.map(String.init) })
    for owner in [
      "limit", "file", "check", "content-type", "color", "metadata", "payload", "apns", "fcm",
      "zpns", "image-url", "ios", "android", "web", "huawei",
    ] {
      #expect(owners.contains(owner), "\(owner)")
    }
    #expect(FindingCatalog.kinds.count >= 60)
  }

  @Test func `lists every id once`() {
    let ids = FindingCatalog.kinds.map(\.id)
    let repeated = Dictionary(grouping: ids) { $0 }.filter { $1.count > 1 }.keys
    #expect(repeated.isEmpty, "\(repeated)")
  }

  @Test func `spells ids as owner dot words with dashes`() throws {
    let spelling = /[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z0-9]+)*/
    for id in FindingCatalog.kinds.map(\.id) { #expect(id.wholeMatch(of: spelling) != nil, "\(id)") }
  }

  @Test func `says of every kind what it means, what to do and where that is written`() {
    for kind in FindingCatalog.kinds {
      #expect(kind.reference.hasPrefix("https://"), "\(kind.id)")
      #expect(kind.meaning.count > 10 && !kind.meaning.hasSuffix("."), "\(kind.id)")
      #expect(kind.remedy.count > 10 && kind.remedy.hasSuffix("."), "\(kind.id)")
    }
  }

  @Test func `names the owner of what only one platform has`() {
    for entry in FindingCatalog.entries {
      let owner = entry.kind.id.split(separator: ".").first.map(String.init)
      let isPlatform = Platforms.all.contains { $0.id == owner }
      #expect(entry.platform == (isPlatform ? owner : nil), "\(entry.kind.id)")
    }
  }

  @Test func `gives the codes of UNErrorDomain that Apple documents`() {
    let codes = Dictionary(
      uniqueKeysWithValues: FindingCatalog.kinds.compactMap { kind in kind.unError.map { (kind.id, $0) } })
    #expect(codes["ios.file-too-large"] == 102)
    #expect(codes["ios.extension-missing"] == 101)
    #expect(codes["ios.extension-unsupported"] == 101)
    #expect(codes["ios.content-type-mismatch"] == 101)
    #expect(codes["ios.format-unsupported"] == 101)
    #expect(Set(codes.values).isSubset(of: [101, 102, 105]))
  }

  @Test func `finds a kind by its id`() {
    #expect(FindingCatalog.kind(id: "file.empty")?.severity == .error)
    #expect(FindingCatalog.kind(id: "file.nothing") == nil)
  }
}
