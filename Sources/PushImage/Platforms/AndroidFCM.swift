internal import PushImageFormats

private let kinds = PlatformKinds(id: "android", name: "Android")

private enum Source {
  static let messaging =
    "https://github.com/firebase/firebase-android-sdk/blob/a089298ed9e08681ad8d17c0f41112824ec43a96/firebase-messaging/src/main/java/com/google/firebase/messaging/"
  /// `MAX_IMAGE_SIZE_BYTES`, compared with `>`; the SDK's own tests pass exactly 1 MiB and fail one byte more.
  static let imageDownload = messaging + "ImageDownload.java"
  static let displayNotification = messaging + "DisplayNotification.java"
  static let formats = "https://developer.android.com/media/platform/supported-formats"
  /// A picture of 120,422,400 decoded bytes ended the app with "trying to draw too large bitmap".
  static let canvas = "https://github.com/binwiederhier/ntfy/issues/474"
  static let sendImage = "https://firebase.google.com/docs/cloud-messaging/android/send-image"
  static let bitmapFactory = "https://developer.android.com/reference/android/graphics/BitmapFactory"
  static let oneSignal = "https://documentation.onesignal.com/docs/rich-media"
  static let braze =
    "https://www.braze.com/docs/user_guide/channels/push/create_a_push_message/message_and_image_formats"
}

extension Platform {
  /// A Firebase Cloud Messaging notification message, shown by the Firebase SDK as a big picture.
  public static let androidFCM = Platform(
    id: "android", title: "Android notification through Firebase Cloud Messaging", shortTitle: "Android",
    formats: [
      "jpeg": .accepted, "png": .accepted, "gif": .accepted,
      "bmp": .dependsOnVersion("where its decoder takes the kind of BMP"),
      "webp": .dependsOnVersion("on Android 4.0 and later, with alpha or lossless 4.2.1 and later"),
      "heic": .dependsOnVersion("on Android 8.0 and later"),
      "avif": .dependsOnVersion("on Android 14 and later"),
    ],
    unsupportedFormat: kinds.unsupportedFormat(reference: Source.formats),
    unverifiedFormat: kinds.unverifiedFormat(reference: Source.formats),
    limits: [
      Limit(
        .maxByteCount, 1_048_576, .documented, source: Source.imageDownload,
        clause: "Firebase on Android downloads at most", kind: kinds.fileTooLarge(reference: Source.imageDownload)),
      // 100 MiB in RecordingCanvas, unless the maker of the device set more.
      Limit(
        .maxDecodedByteCount, 104_857_600, .observed, source: Source.canvas, clause: "Android draws at most",
        kind: kinds.decodedTooLarge(reference: Source.canvas)),
      Limit(
        .cautionDecodedByteCount, 25_165_824, .assumed, source: Source.displayNotification,
        clause: "Android decodes at full size, and phones with little memory may fail above",
        kind: kinds.decodedMayBeTooLarge(reference: Source.canvas)),
      Limit(
        .minWidth, 300, .documented, source: Source.oneSignal, clause: "OneSignal asks on Android for at least",
        kind: kinds.tooSmall("width", reference: Source.oneSignal)),
      Limit(
        .maxWidth, 2_000, .documented, source: Source.oneSignal, clause: "OneSignal asks on Android for at most",
        kind: kinds.tooLarge("width", reference: Source.oneSignal)),
      Limit(
        .aspectRatio, 2, .documented, source: Source.braze, clause: "Android shows whole a ratio of",
        kind: kinds.aspectRatioMismatch(reference: Source.braze)),
      Limit(
        .aspectRatioTolerance, 0.05, .assumed, source: Source.braze, clause: "a crop goes unnoticed up to",
        kind: kinds.aspectRatioMismatch(reference: Source.braze)),
    ],
    vendorAdvice: VendorAdvice.android, aboveVendorAdvice: kinds.aboveVendorAdvice(reference: Source.oneSignal),
    traits: [
      .ignoresOrientation: kinds.orientationIgnored(reference: Source.bitmapFactory),
      .showsFirstFrameOnly: kinds.animationNotShown(reference: Source.sendImage),
    ],
    ignoresContentType: true)
}
