import PushImage
import PushImageFormats
import Testing

/// Payloads come from people and templates: whatever stands in one, there is an answer.
@Suite struct PayloadMutationTests {
  private static let texts = PayloadCase.all.filter { $0.bytes.count < 2_000 }.map(\.bytes)

  /// Reads it in the form it seems to have, and in each that may be forced upon it.
  private func readInEveryForm(_ bytes: [UInt8]) -> Int {
    var count = Array(PayloadFile(bytes)).count
    for type in PayloadType.all {
      var options = PayloadOptions()
      options.type = type
      options.imageKeys = ["/message/notification", "/payload#/x", "/0"]
      count += Array(PayloadFile(bytes, options: options)).count
    }
    return count
  }

  @Test func `answers for every payload in every form`() {
    #expect(Self.texts.count > 100)
    for text in Self.texts { #expect(readInEveryForm(text) > PayloadType.all.count) }
  }

  @Test func `answers for payloads with any value gone or exchanged`() throws {
    let strangers = ["null", "7", "true", #""""#, #""x""#, "[]", "{}", #"[{"url":null}]"#, #"{"image":{"url":[]}}"#]
    var count = 0
    for (index, text) in Self.texts.enumerated() {
      guard let json = try? JSONReader.read(text) else { continue }
      for range in json.memberRanges(end: text.count) {
        let stranger = strangers[(index + count) % strangers.count]
        let exchanged = text[..<range.lowerBound] + Array(stranger.utf8) + text[range.upperBound...]
        count += 1
        #expect(!Array(PayloadFile(Array(exchanged))).isEmpty)
      }
    }
    #expect(count > 1_000)
  }

  @Test func `answers for payloads without any one of their keys`() throws {
    var count = 0
    for text in Self.texts {
      guard let json = try? JSONReader.read(text) else { continue }
      for offset in json.keyOffsets {
        // A renamed key is a key that is gone.
        var changed = text
        changed[offset + 1] = UInt8(ascii: "?")
        count += 1
        #expect(!Array(PayloadFile(changed)).isEmpty)
      }
    }
    #expect(count > 900)
  }

  @Test func `answers for damaged text`() {
    var mutator = Mutator(seed: 20_261_121)
    for text in Self.texts {
      for _ in 0..<40 { #expect(!Array(PayloadFile(mutator.damaged(text))).isEmpty) }
    }
  }

  @Test func `answers for text cut anywhere`() {
    for text in Self.texts.prefix(20) {
      for count in 0..<text.count { #expect(!Array(PayloadFile(Array(text[..<count]))).isEmpty) }
    }
  }
}

extension JSONValue {
  /// Where values stand that have a neighbour behind them to measure by, or are strings.
  fileprivate func memberRanges(end: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for value in members?.map(\.value) ?? elements ?? [] {
      ranges.append(value.location.byteOffset..<value.location.byteOffset + value.compactByteCount)
      ranges += value.memberRanges(end: end)
    }
    return ranges.filter { $0.upperBound <= end }
  }

  /// Where every key that is not empty begins, its quotation mark included.
  fileprivate var keyOffsets: [Int] {
    (members ?? []).flatMap {
      [$0.key.isEmpty ? nil : $0.keyLocation.byteOffset].compactMap(\.self) + $0.value.keyOffsets
    }
      + (elements ?? []).flatMap(\.keyOffsets)
  }
}
