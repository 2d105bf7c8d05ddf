internal import PushImageFormats

private let kinds = PlatformKinds(id: "ios", name: "iOS")

private enum Source {
  static let attachment = "https://developer.apple.com/documentation/usernotifications/unnotificationattachment"
  static let typeHint =
    "https://developer.apple.com/documentation/usernotifications/unnotificationattachmentoptionstypehintkey"
  static let suggestedFilename = "https://developer.apple.com/documentation/foundation/urlresponse/suggestedfilename"
  /// "exceeded mem limit: ActiveHard 24 MB (fatal)" in a log of a current iPhone.
  static let memoryOfCurrentPhones = "https://github.com/nextcloud/talk-ios/issues/1223"
  /// 12 MB on an iPhone 7 with iOS 12.4.
  static let memoryOfOldPhones = "https://github.com/OneSignal/OneSignal-Flutter-SDK/issues/122"
  static let oneSignal = "https://documentation.onesignal.com/docs/rich-media"
}

extension Platform {
  /// `UNNotificationAttachment` on iOS and iPadOS, fed by a notification service extension.
  public static let ios = Platform(
    id: "ios", title: "iOS notification attachment", shortTitle: "iOS",
    formats: ["jpeg": .accepted, "png": .accepted, "gif": .accepted],
    unsupportedFormat: kinds.unsupportedFormat(reference: Source.attachment, unError: 101),
    limits: [
      // Apple prints "10 MB" and nowhere which megabyte: more than the larger reading is refused for certain.
      Limit(
        .maxByteCount, 10_485_760, .documented, source: Source.attachment, clause: "iOS attachments may be at most",
        kind: kinds.fileTooLarge(reference: Source.attachment, unError: 102)),
      Limit(
        .cautionByteCount, 10_000_000, .assumed, source: Source.attachment,
        clause: "iOS attachments may be at most 10 MB, which may mean",
        kind: kinds.fileMayBeTooLarge(reference: Source.attachment)),
      // A service extension that decodes is killed there; one that only downloads is not, so this cannot reject.
      Limit(
        .maxDecodedByteCount, 25_165_824, .observed, source: Source.memoryOfCurrentPhones,
        clause: "iOS ends a notification service extension that uses more than",
        kind: kinds.decodedMayBeTooLarge(reference: Source.memoryOfCurrentPhones)),
      Limit(
        .cautionDecodedByteCount, 12_582_912, .observed, source: Source.memoryOfOldPhones,
        clause: "iOS on older phones ends a notification service extension that uses more than",
        kind: kinds.decodedMayBeTooLarge(reference: Source.memoryOfCurrentPhones)),
      Limit(
        .maxAnimationByteCount, 25_165_824, .observed, source: Source.memoryOfCurrentPhones,
        clause: "iOS ends a notification service extension that uses more than",
        kind: kinds.animationTooLarge(reference: Source.memoryOfCurrentPhones)),
      Limit(
        .minWidth, 300, .documented, source: Source.oneSignal, clause: "OneSignal asks on iOS for at least",
        kind: kinds.tooSmall("width", reference: Source.oneSignal)),
      Limit(
        .maxWidth, 2_000, .documented, source: Source.oneSignal, clause: "OneSignal asks on iOS for at most",
        kind: kinds.tooLarge("width", reference: Source.oneSignal)),
    ],
    vendorAdvice: VendorAdvice.ios, aboveVendorAdvice: kinds.aboveVendorAdvice(reference: Source.oneSignal),
    naming: Naming(
      imageExtensions: ["jpg", "jpeg", "png", "gif"],
      otherExtensions: ["aif", "aiff", "avi", "m4a", "m4v", "mov", "mp3", "mp4", "mpeg", "mpg", "wav"],
      lentExtensions: ["image/jpeg": "jpeg", "image/jpg": "jpg", "image/png": "png", "image/gif": "gif"],
      extensionMissing: kinds.extensionMissing(reference: Source.typeHint, unError: 101),
      extensionUnsupported: kinds.extensionUnsupported(reference: Source.typeHint, unError: 101),
      contentTypeMismatch: kinds.contentTypeMismatch(reference: Source.suggestedFilename, unError: 101)))
}
