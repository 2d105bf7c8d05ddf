import Testing

@testable import PushImage

@Suite struct PayloadPatchingTests {
  private func payload(_ text: String) throws -> Payload {
    try #require(Array(PayloadFile(Array(text.utf8))).first).payload
  }

  /// Gives every picture that a device loads these URLs.
  private func patched(_ text: String, _ urls: [String: String]) throws -> String {
    let payload = try payload(text)
    let slots = payload.images.filter { !$0.platforms.isEmpty }
    let bytes = try #require(payload.patched(slots.map { Payload.Replacement(slot: $0, urls: urls) }))
    return String(decoding: bytes, as: UTF8.self)
  }

  private let one = ["ios": "https://n.test/1.jpg", "android": "https://n.test/1.jpg", "web": "https://n.test/1.jpg"]
  private let two = ["ios": "https://n.test/1.gif", "android": "https://n.test/1.png", "web": "https://n.test/1.png"]

  @Test func `one file for all goes where the picture was, and all else stays`() throws {
    let text = #"{"message":{"topic":"a","x":1.50,"notification":{"title":"é\n","image":"https://o.test/a"}}}"#
    #expect(
      try patched(text, one)
        == #"{"message":{"topic":"a","x":1.50,"notification":{"title":"é\n","image":"https://n.test/1.jpg"}}}"#)
  }

  @Test func `files that differ go to the overrides of Firebase's message`() throws {
    let text = #"{"message":{"topic":"a","notification":{"title":"t","image":"https://o.test/a.gif"}}}"#
    #expect(
      try patched(text, two)
        == #"{"message":{"topic":"a","notification":{"title":"t","image":"https://n.test/1.png"},"#
        + #""apns":{"fcm_options":{"image":"https://n.test/1.gif"}}}}"#)
  }

  @Test func `the Admin SDK has names of its own for them`() throws {
    let text = #"{"token":"a","notification":{"title":"t","imageUrl":"https://o.test/a.gif"},"apns":{"fcmOptions":{}}}"#
    let patched = try patched(text, two)
    #expect(patched.contains(#""apns":{"fcmOptions":{"imageUrl":"https://n.test/1.gif"}}"#))
    #expect(patched.contains(#""imageUrl":"https://n.test/1.png""#))
  }

  @Test func `what was patched is read as it was meant`() throws {
    let text = #"{"message":{"topic":"a","notification":{"title":"t","image":"https://o.test/a.gif"},"webpush":{}}}"#
    let payload = try payload(try patched(text, two))
    let urls = payload.images.map { "\($0.platforms.joined(separator: "+")) \($0.url)" }
    #expect(urls.sorted() == ["android+web https://n.test/1.png", "ios https://n.test/1.gif"])
  }

  @Test func `a picture in a string of JSON is patched within`() throws {
    let text = #"{"resourcesID":"r","payload":"{\"a\":1e2,\"image_attachment\":\"https://o.test/a\"}"}"#
    #expect(
      try patched(text, one)
        == #"{"resourcesID":"r","payload":"{\"a\":1e2,\"image_attachment\":\"https://n.test/1.jpg\"}"}"#)
  }

  @Test func `of a key that stands twice the last is patched, as devices read it`() throws {
    let text = #"{"aps":{"alert":"a","mutable-content":1},"image":"https://o.test/a","image":"https://o.test/b"}"#
    #expect(try patched(text, one).hasSuffix(#""image":"https://o.test/a","image":"https://n.test/1.jpg"}"#))
  }

  @Test(arguments: ["{", "[]", "", "7"])
  func `what names no picture is not changed`(text: String) throws {
    let payload = try payload(text)
    #expect(payload.images.isEmpty)
    #expect(payload.patched([]).map { String(decoding: $0, as: UTF8.self) } == (text == "7" ? "7" : nil))
  }
}
