import PushImage
import PushImageFormats
import Testing

@Suite struct PayloadTests {
  @Test func `has a good and six faulty payloads for every system, and both for every form`() throws {
    let cases = try PayloadCase.load()
    for system in ["s1", "s2", "s3", "s4", "s5"] {
      let own = cases.filter { $0.testDescription.hasPrefix(system) }
      #expect(own.contains { $0.findings.isEmpty }, "\(system)")
      #expect(own.count { !$0.findings.isEmpty } >= 6, "\(system)")
    }
    for type in PayloadType.all where !["salesforce", "adobe", "pushwoosh", "vibes"].contains(type.id) {
      #expect(cases.contains { $0.type == type.id && $0.findings.isEmpty || type.id == "fcm-legacy" }, "\(type)")
      #expect(cases.contains { $0.type == type.id && !$0.findings.isEmpty || type.id == "fcm-admin" }, "\(type)")
    }
    #expect(cases.count >= 150)
  }

  @Test(arguments: PayloadCase.all) func `says of a payload what the table says`(row: PayloadCase) throws {
    let payloads = row.payloads
    try #require(payloads.count == 1)
    let payload = payloads[0]
    #expect(payload.type.id == row.type)
    #expect(payload.findings.map(\.kind.id).sorted() == row.findings, "\(payload.findings.map(\.message))")
    if let slots = row.slots {
      #expect(Dictionary(uniqueKeysWithValues: payload.images.map { ($0.pointer, $0.summary) }) == slots)
    }
    for (pointer, field) in row.fields {
      let slot = try #require(payload.images.first { $0.pointer == pointer })
      #expect(slot.deviceFields.map { "\($0)=\($1)" }.contains(field), "\(slot.deviceFields)")
    }
  }

  @Test(arguments: PayloadCase.all) func `gives every finding about a payload its place`(row: PayloadCase) throws {
    for payload in row.payloads {
      for finding in payload.findings {
        let location = finding.location
        let isWithout = ["payload.missing"].contains(finding.kind.id)
        #expect(location?.pointer != nil || location?.byteOffset != nil || isWithout, "\(finding.kind.id)")
        #expect(finding.message.first?.isUppercase == false || finding.message.hasPrefix("URL"), "\(finding.message)")
        #expect(!finding.message.hasSuffix("."), "\(finding.message)")
      }
      // Every place that is named can be found again.
      guard let json = payload.json else { continue }
      for slot in payload.images { #expect(JSONNode(json).at(pointer: slot.pointer)?.value.string == slot.url) }
    }
  }

  @Test func `tells the client why iOS starts no extension`() throws {
    let row = try #require(PayloadCase.all.first { $0.findings == ["apns.mutable-content-missing"] })
    let slot = try #require(row.payloads.first?.images.first)
    #expect(slot.extensionObstacle == "aps has no mutable-content")
    let good = try #require(PayloadCase.all.first { $0.type == "apns" && $0.findings.isEmpty })
    #expect(good.payloads[0].images[0].extensionObstacle == nil)
  }

  @Test func `leaves the target to the sender where the message is not a whole request`() throws {
    let rows = PayloadCase.all.filter { $0.findings == ["fcm.target-missing"] }
    let severities = rows.map { $0.payloads[0].findings[0].severity }
    let isWhole = rows.map { String(decoding: $0.bytes, as: UTF8.self).hasPrefix(#"{"message""#) }
    #expect(Set(isWhole) == [true, false])
    #expect(severities == isWhole.map { $0 ? .warning : .note })
  }

  @Test func `finds no more for plain http than a warning when the app allows it`() throws {
    let row = try #require(PayloadCase.all.first { $0.findings == ["image-url.not-https"] })
    #expect(row.payloads[0].findings.map(\.severity) == [.error])
    var options = row.options
    options.allowsHTTP = true
    let payloads = Array(PayloadFile(row.bytes, options: options))
    #expect(payloads[0].payload.findings.map(\.severity) == [.warning])
  }
}
