package import PushImageFormats

/// A sender whose SDK on iOS looks for the URL under one key, and of which no more is known.
package struct AttachmentKeyReader: DeviceDialect {
  /// Customer.io: `CIO.push.image`.
  package static let customerIO = AttachmentKeyReader(
    "customerio", "Customer.io push", ["CIO", "push", "image"], mark: ["CIO", "push"], client: "customerio-ios")
  /// Iterable: `itbl.attachment-url`.
  package static let iterable = AttachmentKeyReader(
    "iterable", "Iterable push", ["itbl", "attachment-url"], mark: ["itbl"], client: "iterable-ios")
  /// Salesforce MobilePush: `_mediaUrl`.
  package static let salesforce = AttachmentKeyReader("salesforce", "Salesforce MobilePush push", ["_mediaUrl"])
  /// Adobe Mobile: `attachment-url`.
  package static let adobe = AttachmentKeyReader("adobe", "Adobe Mobile push", ["attachment-url"])
  /// Pushwoosh: `attachment`.
  package static let pushwoosh = AttachmentKeyReader("pushwoosh", "Pushwoosh push", ["attachment"])
  /// Vibes: `client_app_data.image_url`.
  package static let vibes = AttachmentKeyReader("vibes", "Vibes push", ["client_app_data", "image_url"])

  /// Whose form it is.
  package let type: PayloadType
  /// What it is recognised by.
  package var marks: String { mark.joined(separator: ".") }
  /// What this reader alone reports: nothing.
  package let findingKinds: [Finding.Kind] = []
  private let path: [String]
  private let mark: [String]
  private let clients: [String]

  private init(_ id: String, _ title: String, _ path: [String], mark: [String]? = nil, client: String? = nil) {
    type = PayloadType(id: id, title: title)
    self.path = path
    self.mark = mark ?? path
    clients = client.map { [$0] } ?? []
  }

  /// Whether the dictionary has the keys that tell it.
  package func isMarked(_ dictionary: JSONNode) -> Bool {
    dictionary.at(mark) != nil && (dictionary["aps"] != nil || !clients.isEmpty)
  }

  /// Reads the key.
  package func readDevice(_ dictionary: JSONNode, into draft: inout PayloadDraft) {
    draft.addImage(dictionary.at(path), on: ["ios"], clients: clients)
  }
}
