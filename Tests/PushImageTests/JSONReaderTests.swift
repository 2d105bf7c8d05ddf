import PushImage
import Testing

@Suite struct JSONReaderTests {
  private func read(_ text: String, depth: Int = 64, duplicates: Bool = false) throws(JSONError) -> JSONValue {
    var options = JSONReader.Options()
    options.maxDepth = depth
    options.allowsDuplicateKeys = duplicates
    return try JSONReader.read(Array(text.utf8), options: options)
  }

  @Test func `reads every kind of value`() throws {
    let value = try read(#" {"a":[1,-2.5e3,true,false,null],"b":{"c":"d"},"e":[],"f":{}} "#)
    let elements = try #require(value["a"]?.elements)
    #expect(elements.map(\.kindName) == ["a number", "a number", "a truth value", "a truth value", "null"])
    #expect(elements[0].number?.int == 1)
    #expect(elements[1].number?.int == nil)
    #expect(elements[1].number?.double == -2_500)
    #expect(elements[2].bool == true)
    #expect(elements[4].isNull)
    #expect(value["b"]?["c"]?.string == "d")
    #expect(value["e"]?.elements == [])
    #expect(value["f"]?.members == [])
    #expect(value["z"] == nil)
    #expect(value.members?.map(\.key) == ["a", "b", "e", "f"])
  }

  @Test(arguments: ["0", "-0", "1", "10", "1.5", "1e5", "1E+5", "1e-5", "-1.25e10", "true", "null", #""""#])
  func `reads a lone scalar`(text: String) throws { _ = try read(text) }

  @Test func `reads escapes`() throws {
    #expect(try read(#""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00\u0000""#).string == "\"\\/\u{8}\u{C}\n\r\té😀\0")
    #expect(try read("\"é😀\"").string == "é😀")
  }

  @Test(arguments: [
    ("", 1, 1, "text ends where a value should stand"),
    ("  ", 1, 3, "text ends where a value should stand"),
    ("[1,]", 1, 3, "comma before the end of an array"),
    (#"{"a":1,}"#, 1, 7, "comma before the end of an object"),
    ("[1 2]", 1, 4, "expected a comma or the end of the array"),
    ("[1}", 1, 3, "expected a comma or the end of the array"),
    (#"{"a" 1}"#, 1, 6, #"expected a colon after the key "a""#),
    ("{a:1}", 1, 2, "expected a key in quotation marks"),
    (#"{"a":1 "b":2}"#, 1, 8, "expected a comma or the end of the object"),
    ("[1", 1, 3, "text ends inside an array"),
    (#"{"a":"#, 1, 6, "text ends where a value should stand"),
    ("\"ab", 1, 4, "text ends inside a string"),
    ("\"a\tb\"", 1, 3, "control character in a string; it must be written as an escape"),
    (#""\x""#, 1, 2, "unknown escape in a string"),
    (#""\u12""#, 1, 6, "expected four hexadecimal digits after \\u"),
    (#""\uD800""#, 1, 2, "half of a surrogate pair"),
    (#""é\uDC00""#, 1, 3, "half of a surrogate pair"),
    (#""\uD800\u0041""#, 1, 2, "half of a surrogate pair"),
    ("01", 1, 1, "number begins with a zero"),
    ("-", 1, 2, "expected a digit"), ("1.", 1, 3, "expected a digit"), ("1e", 1, 3, "expected a digit"),
    ("+1", 1, 1, "expected a value"), (".5", 1, 1, "expected a value"), ("NaN", 1, 1, "expected a value"),
    ("tru", 1, 1, "expected a value"), ("'a'", 1, 1, "expected a value"), ("// x\n1", 1, 1, "expected a value"),
    ("1 2", 1, 3, "text continues after the value"), ("truee", 1, 5, "text continues after the value"),
    ("{}\n}", 2, 1, "text continues after the value"),
    ("[\n  1,\r\n  2,\r  x]", 4, 3, "expected a value"),
    ("[\"éé\", x]", 1, 8, "expected a value"),
    (#"{"a":1,"b":2,"a":3}"#, 1, 14, #"key "a" stands twice in one object"#),
    (#"{"a":1,"\u0061":3}"#, 1, 8, #"key "a" stands twice in one object"#),
    ("\u{FEFF}{}", 1, 1, "text begins with a byte order mark"),
  ])
  func `says what is wrong and where`(text: String, line: Int, column: Int, message: String) {
    do {
      _ = try read(text)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.message == message)
      #expect(error.location.line == line)
      #expect(error.location.column == column)
    }
  }

  @Test func `refuses bytes that are not UTF-8, with the place`() {
    for bytes: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF5, 0x80, 0x80, 0x80]] {
      #expect(throws: JSONError.self) { try JSONReader.read(Array("[\n \"é".utf8) + bytes + Array("\"]".utf8)) }
    }
    do {
      _ = try JSONReader.read(Array("[\n \"é".utf8) + [0xFF])
      Issue.record("read")
    } catch {
      #expect(error == JSONError(message: "text is not UTF-8", location: .init(byteOffset: 6, line: 2, column: 4)))
    }
  }

  @Test func `keeps the place of every value and key`() throws {
    let value = try read("{\n  \"é\": [10, {\"b\": \"x\"}]\n}")
    let member = try #require(value.members?.first)
    #expect(member.keyLocation == .init(byteOffset: 4, line: 2, column: 3))
    #expect(member.value.location == .init(byteOffset: 10, line: 2, column: 8))
    let inner = try #require(member.value.elements?.last?.members?.first)
    #expect(inner.value.location == .init(byteOffset: 21, line: 2, column: 19))
    #expect(inner.value.location.description == "line 2, column 19")
  }

  @Test func `lets the exact depth pass and not one more`() throws {
    _ = try read(String(repeating: "[", count: 64) + String(repeating: "]", count: 64))
    #expect(
      throws: JSONError(
        message: "nesting is deeper than 64 levels", location: .init(byteOffset: 64, line: 1, column: 65),
        reason: .tooDeep)
    ) {
      try read(String(repeating: "[", count: 65) + String(repeating: "]", count: 65))
    }
    _ = try read("[{\"a\":1}]", depth: 2)
    #expect(throws: JSONError.self) { try read("[{\"a\":[]}]", depth: 2) }
  }

  @Test func `survives a million open brackets`() {
    #expect(throws: JSONError.self) { try read(String(repeating: "[", count: 1_000_000), depth: .max) }
    #expect(throws: JSONError.self) { try read(String(repeating: "{\"a\":", count: 200_000), depth: .max) }
  }

  @Test func `frees values of the greatest depth`() throws {
    let text = String(repeating: "[", count: 1_000) + String(repeating: "]", count: 1_000)
    _ = try read(text, depth: 1_000)
  }

  @Test func `keeps big numbers as they were written`() throws {
    let value = try read("[9223372036854775807,9223372036854775808,1e400,0.1]")
    let numbers = try #require(value.elements).compactMap(\.number)
    #expect(numbers[0].int == .max)
    #expect(numbers[1].int == nil)
    #expect(numbers[1].text == "9223372036854775808")
    #expect(numbers[2].double == nil)
    #expect(numbers[3].double == 0.1)
    _ = try read(String(repeating: "9", count: 1_000))
    #expect(throws: JSONError.self) { try read(String(repeating: "9", count: 1_001)) }
  }

  @Test func `lets keys repeat when asked, and the last one counts`() throws {
    let value = try read(#"{"a":1,"a":2}"#, duplicates: true)
    #expect(value.members?.count == 2)
    #expect(value["a"]?.number?.int == 2)
  }

  @Test func `tells keys apart that only look alike`() throws {
    let value = try read("{\"\u{E9}\":1,\"e\u{301}\":2}")
    #expect(value["\u{E9}"]?.number?.int == 1)
    #expect(value["e\u{301}"]?.number?.int == 2)
  }
}
