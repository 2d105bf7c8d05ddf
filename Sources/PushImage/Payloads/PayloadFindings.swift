internal import PushImageFormats

/// What is to be said of payloads of any form.
enum PayloadFindings {
  static let findingKinds: [Finding.Kind] = [
    malformed, truncated, tooDeep, duplicateKey, surrogate, fileTooLarge, tooLarge, empty, typeUnknown, typeAmbiguous,
    typeMismatch, imageMissing, imageKeyMissing, imageNotAString, imageEmpty, imageIgnored, iconUnsupported,
  ]

  private static func rfc8259(_ section: String) -> String {
    "https://www.rfc-editor.org/rfc/rfc8259#section-\(section)"
  }

  /// Nobody knows what a text means that is no JSON, so whatever it was for is undetermined.
  private static func text(_ fault: String, _ meaning: String, _ remedy: String, _ section: String) -> Finding.Kind {
    Finding.Kind(
      "payload.\(fault)", .error, integrity: .undetermined, meaning: meaning, remedy: remedy,
      reference: rfc8259(section))
  }

  static let malformed = text(
    "malformed", "the text is not JSON, so no push service takes it", "Correct the JSON at this place.", "2")
  static let truncated = text(
    "truncated", "the JSON ends too early, so no push service takes it", "Send the whole text.", "2")
  static let tooDeep = text(
    "nesting-too-large", "the payload nests deeper than any sender's form, and than readers on devices may follow",
    "Take needless levels out of the payload.", "9")
  static let surrogate = text(
    "surrogate-malformed", "half of a surrogate pair is no character, and readers differ in what they make of it",
    "Write the character itself, or both halves.", "8.2")
  static let fileTooLarge = text(
    "file-too-large", "the file has more bytes than this tool reads at once", "Split the campaign into several files.",
    "9")
  static let tooLarge = text(
    "too-large", "one payload has more bytes than any push service takes", "Shorten the payload.", "9")
  static let empty = text("missing", "there is no payload in the file", "Write the payload into the file.", "2")

  static let duplicateKey = Finding.Kind(
    "payload.duplicate-key", .warning,
    meaning: "an object has the same key twice, and senders and devices differ in which of the two they take",
    remedy: "Remove one of them; here the last one was taken.", reference: rfc8259("4"))
  static let typeUnknown = Finding.Kind(
    "payload.type-unknown", .error, integrity: .undetermined,
    meaning: "the payload has the form of no sender that this tool knows, so nobody can say where its picture is",
    remedy: "Name the form with --payload-type, or the place of the picture with --image-key.",
    reference: "https://firebase.google.com/docs/cloud-messaging/send/v1-api")
  static let typeAmbiguous = Finding.Kind(
    "payload.type-ambiguous", .note, meaning: "the payload looks like the forms of several senders",
    remedy: "Name the right one with --payload-type if the guess is wrong.",
    reference: "https://firebase.google.com/docs/cloud-messaging/send/v1-api")
  static let typeMismatch = Finding.Kind(
    "payload.type-mismatch", .warning, meaning: "the payload does not look like the form that it was said to have",
    remedy: "Correct the payload, or leave --payload-type away.",
    reference: "https://firebase.google.com/docs/cloud-messaging/send/v1-api")
  static let imageMissing = Finding.Kind(
    "payload.image-missing", .warning, meaning: "the payload names no picture, so the notification is plain text",
    remedy: "Put the picture's URL where this sender's devices look, or name its place with --image-key.",
    reference: "https://firebase.google.com/docs/cloud-messaging/android/send-image")
  static let imageKeyMissing = Finding.Kind(
    "payload.image-key-missing", .error, meaning: "there is nothing at the place that was given for the picture",
    remedy: "Correct the payload, or the JSON pointer of --image-key.",
    reference: "https://www.rfc-editor.org/rfc/rfc6901")
  static let imageNotAString = Finding.Kind(
    "payload.image-not-a-string", .error, meaning: "where the picture's URL should be stands something else",
    remedy: "Write the URL as a JSON string.",
    reference: "https://developer.apple.com/documentation/usernotifications/unnotificationserviceextension")
  static let imageEmpty = Finding.Kind(
    "payload.image-empty", .error, meaning: "the picture's URL is left empty, often by a template",
    remedy: "Fill in the URL, or leave the key away.",
    reference: "https://developer.apple.com/documentation/usernotifications/unnotificationserviceextension")
  static let imageIgnored = Finding.Kind(
    "payload.image-ignored", .note, meaning: "no device looks at this picture, since others stand in front of it",
    remedy: "Remove it, or the ones that hide it.",
    reference: "https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages")
  static let iconUnsupported = Finding.Kind(
    "payload.icon-unsupported", .warning,
    meaning: "the small icon is a resource of the app, not a URL, so the app's default icon is shown",
    remedy: "Name a drawable of the app, and put the URL into the image.",
    reference: "https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages#androidnotification")
}
