/// A sender whose SDK on iOS looks for keys of its own in the dictionary that arrives there, whoever brings it: APNs
/// itself, or Firebase in `apns.payload`.
package protocol DeviceDialect: PayloadReader {
  /// Whether the dictionary has the keys that tell it.
  func isMarked(_ dictionary: JSONNode) -> Bool
  /// Reads those keys.
  func readDevice(_ dictionary: JSONNode, into draft: inout PayloadDraft)
  /// Whether this is what the sender's own interface takes. Default: there is none.
  func isRequest(_ json: JSONValue) -> Bool
  /// Reads it.
  func readRequest(_ root: JSONNode, into draft: inout PayloadDraft)
}

extension DeviceDialect {
  package func isRequest(_ json: JSONValue) -> Bool { false }
  package func readRequest(_ root: JSONNode, into draft: inout PayloadDraft) {}

  package func recognize(_ json: JSONValue) -> Recognition {
    dictionary(in: JSONNode(json)) != nil || isRequest(json) ? .certain : .none
  }

  package func read(_ root: JSONNode, into draft: inout PayloadDraft) {
    if isRequest(root.value) { return readRequest(root, into: &draft) }
    let message = FCMReader.message(in: root).map {
      FCMMessage(node: $0, isAdmin: FCMReader.isAdmin(root, $0), appleClient: nil)
    }
    guard let message, message.appleDictionary != nil else { return readArrived(root, into: &draft) }
    message.read(into: &draft)
    if let dictionary = message.appleDictionary { readDevice(dictionary, into: &draft) }
  }

  private func readArrived(_ root: JSONNode, into draft: inout PayloadDraft) {
    draft.addressedPlatforms = ["ios"]
    readDevice(root, into: &draft)
    AppleLint.lintByteCount(of: root, &draft)
    draft.appleLint = AppleLint(dictionary: root, missingAt: root.place, root: root)
  }

  /// The dictionary with the keys: the payload itself, or what Firebase passes on.
  private func dictionary(in root: JSONNode) -> JSONNode? {
    [root, root.at(["apns", "payload"]), root.at(["message", "apns", "payload"])].compactMap(\.self).first(
      where: isMarked)
  }
}
