import PushImage
import PushImageFormats
import Testing

@Suite struct PayloadFileTests {
  private static let good = #"{"aps":{"alert":"a","mutable-content":1},"image":"https://a.example.com/b.png"}"#

  private func read(_ text: String, options: PayloadOptions = PayloadOptions()) -> [PayloadFile.Entry] {
    Array(PayloadFile(Array(text.utf8), options: options))
  }

  private func ids(_ entry: PayloadFile.Entry) -> [String] { entry.payload.findings.map(\.kind.id) }

  @Test func `reads one payload`() {
    let entries = read("\n" + Self.good)
    #expect(entries.map(\.index) == [nil])
    #expect(entries.map(\.line) == [2])
    #expect(entries.map(\.payload.type.id) == ["apns"])
    #expect(entries[0].payload.byteCount == Self.good.utf8.count)
  }

  @Test func `reads an array`() {
    let entries = read("[\n\(Self.good),\n{},\n\(Self.good)]")
    #expect(entries.map(\.index) == [0, 1, 2])
    #expect(entries.map(\.line) == [2, 3, 4])
    #expect(entries.map { ids($0) } == [[], ["payload.type-unknown"], []])
    #expect(entries[0].payload.images[0].pointer == "/image")
  }

  @Test func `reads one payload a line, and says on which line one is broken`() {
    let entries = read("\(Self.good)\r\n\n{\"aps\":{},}\n\(Self.good)\n")
    #expect(entries.map(\.index) == [0, 1, 2])
    #expect(entries.map(\.line) == [1, 3, 4])
    #expect(entries.map { ids($0) } == [[], ["payload.malformed"], []])
    let finding = entries[1].payload.findings[0]
    #expect(finding.message == "line 3, column 10: comma before the end of an object")
    #expect(finding.location?.byteOffset == Self.good.utf8.count + 12)
  }

  @Test func `takes lines for lines even when the first one is broken`() {
    #expect(read("{\"aps\":{}\n\(Self.good)").map { ids($0) } == [["payload.truncated"], []])
    #expect(read("{\"aps\":}\n\(Self.good)").map { ids($0) } == [["payload.malformed"], []])
  }

  @Test func `takes a broken object over several lines for one`() {
    let entries = read("{\n  \"aps\": {},\n  \"image\": 1,\n}\n")
    #expect(entries.count == 1)
    #expect(entries[0].payload.findings.map(\.message) == ["line 3, column 13: comma before the end of an object"])
  }

  @Test func `reads on over a key that stands twice, and takes the last`() {
    let entries = read(
      #"{"aps":{"alert":"a","mutable-content":1},"image":"https://a.org/1.png","image":"https://a.org/2.png"}"#)
    #expect(entries.map { ids($0) } == [["payload.duplicate-key"]])
    #expect(entries[0].payload.images.map(\.url) == ["https://a.org/2.png"])
  }

  @Test func `survives bombs`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(read(deep).map { ids($0) } == [["payload.nesting-too-large"]])
    let deepText = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
    #expect(
      ids(read(#"{"image_attachment":"https://a.org/1.png","x":\#(deepText)}"#)[0]) == ["payload.nesting-too-large"])
    let long = #"{"aps":{"alert":"\#(String(repeating: "x", count: Int(1_048_576)))"}}"#
    #expect(ids(read(long)[0]) == ["payload.too-large"])
    let zeros = "[" + String(repeating: "0,", count: 1_000_000) + "0]"
    #expect(read(zeros).map { ids($0) } == [["payload.too-large"]])
    let file = PayloadFile([UInt8](repeating: 0x20, count: PayloadFile.maxByteCount + 1))
    #expect(file.map { ids($0) } == [["payload.file-too-large"]])
    #expect(
      PayloadFile([UInt8](repeating: 0x20, count: PayloadFile.maxByteCount)).map { ids($0) } == [["payload.missing"]])
  }

  @Test(arguments: [999, 1_000, 1_001]) func `reads a payload of a thousand pictures and not one more`(count: Int) {
    let members = (0..<count).map { #""a\#($0)":"https://a.org/\#($0).png""# }.joined(separator: ",")
    let entry = read(#"{"app_id":"x","contents":{"en":"x"},"ios_attachments":{\#(members)}}"#)[0]
    #expect(entry.payload.images.count == min(count, 1_000))
    #expect(ids(entry) == (count > 1_000 ? ["payload.too-large"] : []))
  }

  @Test(arguments: [
    ("/payload#/image_attachment", "x"), ("/payload/image_attachment", "x"), ("/a~1b", "y"), ("/c~0d/0", "z"),
    ("/e#", "w"),
  ])
  func `follows pointers`(pointer: String, value: String) throws {
    let text = #"{"payload":"{\"image_attachment\":\"x\"}","a/b":"y","c~d":["z"],"e#":"w"}"#
    let root = JSONNode(try JSONReader.read(Array(text.utf8)))
    #expect(root.at(pointer: pointer)?.value.string == value)
  }

  @Test(arguments: ["payload", "/no", "/c~0d/1", "/c~0d/x", "/payload#/no", "/a~1b/x", "/a~1b#/x"])
  func `follows no pointer to nowhere`(pointer: String) throws {
    let text = #"{"payload":"{\"image_attachment\":\"x\"}","a/b":"y","c~d":["z"]}"#
    let root = JSONNode(try JSONReader.read(Array(text.utf8)))
    #expect(root.at(pointer: pointer) == nil)
  }

  @Test func `writes pointers by RFC 6901`() {
    let pointer = JSONPointer([.key("a/b"), .key("c~d"), .index(3), .text, .key("")])
    #expect(pointer.description == "/a~1b/c~0d/3#/")
    #expect(JSONPointer().description == "")
  }
}
