extension Payload {
  /// The pictures of one slot under their new URLs.
  package struct Replacement: Sendable {
    /// The slot, one of `images`.
    package let slot: ImageSlot
    /// By `Platform.id`; all the same where one file serves all.
    package let urls: [String: String]

    package init(slot: ImageSlot, urls: [String: String]) {
      self.slot = slot
      self.urls = urls
    }
  }

  /// Whether the form has places of their own for the pictures of single platforms, which go before that of a slot.
  package func hasOverrides(for slot: ImageSlot) -> Bool { message(of: slot) != nil }

  /// The payload as JSON with other URLs in the places of its pictures, also within JSON that a string holds.
  ///
  /// All else stays: the order of keys, and numbers digit for digit; white space goes. Files that differ by platform go
  /// to the overrides of Firebase's message; where the form has none, the first of the slot's platforms wins.
  /// - Returns: nil when the payload was no JSON.
  package func patched(_ replacements: [Replacement]) -> [UInt8]? {
    guard var json else { return nil }
    for replacement in replacements {
      for (place, url) in places(of: replacement) { json = json.replacing(place.steps[...], by: url) }
    }
    var writer = JSONWriter()
    json.write(to: &writer)
    return writer.bytes
  }

  private func places(of replacement: Replacement) -> [(JSONPointer, String)] {
    let slot = replacement.slot
    let urls = slot.platforms.compactMap { platform in replacement.urls[platform].map { (platform, $0) } }
    guard let first = urls.first else { return [] }
    guard Set(urls.map(\.1)).count > 1, let message = message(of: slot) else { return [(slot.place, first.1)] }
    // What stands in the general place is for whoever has no place of its own.
    let general = urls.first { overridePath(of: $0.0, in: message) == nil } ?? urls.first { $0.0 != "ios" } ?? first
    return [(slot.place, general.1)]
      + urls.compactMap { platform, url in
        guard url != general.1, let path = overridePath(of: platform, in: message) else { return nil }
        return (path, url)
      }
  }

  /// The way to Firebase's message when the slot is its general picture; nil for any other slot or form.
  private func message(of slot: ImageSlot) -> JSONPointer? {
    guard type == FCMReader.v1.type || type == FCMReader.admin.type, slot.role == .image else { return nil }
    let steps = slot.place.steps
    guard steps.count >= 2, steps[steps.count - 2] == .key("notification") else { return nil }
    let prefix = Array(steps.dropLast(2))
    return prefix.isEmpty || prefix == [.key("message")] ? JSONPointer(prefix) : nil
  }

  /// The place that goes before the general picture on one platform, in the spelling of the message.
  private func overridePath(of platform: String, in message: JSONPointer) -> JSONPointer? {
    let isAdmin = type == FCMReader.admin.type
    let key = JSONPointer.Step.key(isAdmin ? "imageUrl" : "image")
    switch platform {
    case "android": return JSONPointer(message.steps + [.key("android"), .key("notification"), key])
    case "ios":
      let root = message.steps.isEmpty ? json : json?["message"]
      let hasOther = root?["apns"]?[isAdmin ? "fcm_options" : "fcmOptions"] != nil
      let options = isAdmin != hasOther ? "fcmOptions" : "fcm_options"
      return JSONPointer(message.steps + [.key("apns"), .key(options), key])
    default: return nil
    }
  }
}

extension JSONValue {
  /// The same value with text in one place; objects on the way there are made when they are missing.
  ///
  /// A place that leads into an array or a text that is not there changes nothing.
  package func replacing(_ steps: ArraySlice<JSONPointer.Step>, by text: String) -> JSONValue {
    guard let step = steps.first else { return JSONValue(content: .string(text), location: location) }
    let rest = steps.dropFirst()
    switch (step, content) {
    case (.key(let key), .object(let members)):
      return JSONValue(content: .object(Self.replacing(key, in: members, rest, text, location)), location: location)
    case (.index(let index), .array(var elements)) where elements.indices.contains(index):
      elements[index] = elements[index].replacing(rest, by: text)
      return JSONValue(content: .array(elements), location: location)
    case (.text, .string(let inner)):
      var options = JSONReader.Options()
      options.allowsDuplicateKeys = true
      guard let value = try? JSONReader.read(Array(inner.utf8), options: options) else { return self }
      var writer = JSONWriter()
      value.replacing(rest, by: text).write(to: &writer)
      return JSONValue(content: .string(String(decoding: writer.bytes, as: UTF8.self)), location: location)
    case (.key, .null): return JSONValue(content: .object([]), location: location).replacing(steps, by: text)
    default: return self
    }
  }

  /// Of several members of one name the last is what devices read.
  private static func replacing(
    _ key: String, in members: [Member], _ rest: ArraySlice<JSONPointer.Step>, _ text: String, _ location: Location
  ) -> [Member] {
    var members = members
    let index = members.lastIndex { $0.key.utf8.elementsEqual(key.utf8) }
    let old = index.map { members[$0].value } ?? JSONValue(content: .object([]), location: location)
    let member = Member(key: key, keyLocation: old.location, value: old.replacing(rest, by: text))
    if let index { members[index] = member } else { members.append(member) }
    return members
  }

  /// Writes the value as it was read, without white space.
  package func write(to writer: inout JSONWriter) {
    switch content {
    case .null: writer.null()
    case .bool(let flag): writer.value(flag)
    case .number(let number): writer.number(written: number.text)
    case .string(let text): writer.value(text)
    case .array(let elements):
      writer.array { writer in
        for element in elements { element.write(to: &writer) }
      }
    case .object(let members):
      writer.object { writer in
        for member in members {
          writer.key(member.key)
          member.value.write(to: &writer)
        }
      }
    }
  }
}
