internal import PushImageFormats

extension FCMMessage {
  static let findingKinds: [Finding.Kind] = [
    imageNotAString, imageKeyUnsupported, imageMisplaced, headerUnsupported, optionsMalformed, partMalformed,
    notificationMissing, targetMissing, targetMismatch, targetMalformed, payloadTooLarge, payloadNearLimit,
    topicPayloadTooLarge,
  ]

  private enum Source {
    static let message = "https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages"
    static let helper =
      "https://github.com/firebase/firebase-ios-sdk/blob/eed63a35a90dbd46184ca1a6afeb144ee783b5fd/FirebaseMessaging/Sources/FIRMessagingExtensionHelper.m"
    static let sendImage = "https://firebase.google.com/docs/cloud-messaging/android/send-image"
    static let types = "https://firebase.google.com/docs/cloud-messaging/customize-messages/set-message-type"
    static let errorCodes = "https://firebase.google.com/docs/cloud-messaging/error-codes"
  }

  private static func kind(
    _ fault: String, _ meaning: String, _ remedy: String, _ reference: String,
    severity: Finding.Severity = .error
  ) -> Finding.Kind {
    Finding.Kind("fcm.\(fault)", severity, meaning: meaning, remedy: remedy, reference: reference)
  }

  static let imageNotAString = kind(
    "image-not-a-string", "Firebase's helper shows the plain notification, and its server may refuse the message",
    "Write the URL as a JSON string.", Source.helper)
  static let imageKeyUnsupported = kind(
    "image-key-unsupported", "HTTP v1 calls the key image; only the Node SDK translates imageUrl",
    "Call the key image, or send the message with the Node Admin SDK.", Source.sendImage, severity: .warning)
  static let imageMisplaced = kind(
    "image-misplaced", "Firebase does not look for the picture at this place",
    "Put it at notification.image, or at android.notification.image and apns.fcm_options.image.", Source.message)
  static let headerUnsupported = kind(
    "webpush-header-unsupported",
    "headers are those of the Web Push protocol, so no browser is likely to show this picture, although the vendor's sample has it there",
    "Put the picture at webpush.notification.image.", Source.message + "#webpushconfig", severity: .warning)
  static let optionsMalformed = kind(
    "options-malformed", "Firebase's helper reads the picture from an object of this name only",
    "Write fcm_options as an object with the key image.", Source.helper)
  static let partMalformed = kind(
    "part-malformed", "this part of a message must be an object, so Firebase refuses the message",
    "Write it as a JSON object.", Source.message)
  static let notificationMissing = kind(
    "notification-missing", "Firebase shows nothing for a message of data only; the app has to draw it",
    "Add a notification with title and body, or name the picture's place with --image-key if the app draws it.",
    Source.types, severity: .warning)
  static let targetMissing = kind(
    "target-missing", "Firebase refuses a message that is addressed to nobody",
    "Add token, topic or condition, unless your sender does.", Source.message, severity: .warning)
  static let targetMismatch = kind(
    "target-mismatch", "Firebase refuses a message with more than one kind of target",
    "Keep one of token, topic and condition.", Source.message)
  static let targetMalformed = kind(
    "target-malformed", "Firebase refuses a target of this form", "Write the target as a string that is not empty.",
    Source.message)
  static let payloadTooLarge = kind(
    "payload-too-large", "Firebase refuses a message of this size", "Shorten the texts, the data or the URL.",
    Source.errorCodes)
  static let payloadNearLimit = kind(
    "payload-near-limit", "a longer text or URL makes Firebase refuse the message",
    "Shorten the texts, the data or the URL.", Source.errorCodes, severity: .note)
  static let topicPayloadTooLarge = kind(
    "topic-payload-too-large",
    "Firebase's error table, as copied by others, allows messages to topics half the size of others",
    "Shorten the texts, the data or the URL.", Source.errorCodes, severity: .warning)
}
