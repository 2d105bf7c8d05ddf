internal import PushImageFormats

private let kinds = PlatformKinds(id: "web", name: "web push")

private enum Source {
  static let image = "https://developer.mozilla.org/en-US/docs/Web/API/Notification/image"
  static let braze =
    "https://www.braze.com/docs/user_guide/channels/push/create_a_push_message/message_and_image_formats"
  static let oneSignal = "https://documentation.onesignal.com/v9.0/docs/web-push-notification-icons"
  static let oneSignalRichMedia = "https://documentation.onesignal.com/docs/rich-media"
  /// Chrome 68 and later on Windows.
  static let chromeOnWindows =
    "http://blog.kokos.click/2018/11/29/%D0%BD%D0%B0%D1%81%D1%82%D1%80%D0%BE%D0%B9%D0%BA%D0%B0-%D1%81%D1%82%D0%B8%D0%BB%D1%8F-push-%D1%83%D0%B2%D0%B5%D0%B4%D0%BE%D0%BC%D0%BB%D0%B5%D0%BD%D0%B8%D0%B9/"
}

extension Platform {
  /// The `image` of a web notification, as Chrome on Android and Windows and Edge show it.
  public static let webPush = Platform(
    id: "web", title: "web push notification image", shortTitle: "web push",
    formats: [
      "jpeg": .accepted, "png": .accepted, "gif": .accepted,
      "webp": .dependsOnVersion("in Chrome 32 and later"),
      "bmp": .dependsOnVersion("where the browser decodes it"),
      "ico": .dependsOnVersion("where the browser decodes it"),
      "cur": .dependsOnVersion("where the browser decodes it"), "avif": .dependsOnVersion("in Chrome 85 and later"),
    ],
    unsupportedFormat: kinds.unsupportedFormat(reference: Source.oneSignal),
    unverifiedFormat: kinds.unverifiedFormat(reference: Source.oneSignal),
    limits: [
      Limit(
        .minWidth, 360, .observed, source: Source.chromeOnWindows, clause: "Chrome asks for at least",
        kind: kinds.tooSmall("width", reference: Source.image)),
      Limit(
        .maxWidth, 2_000, .assumed, source: Source.oneSignalRichMedia,
        clause: "OneSignal asks elsewhere for at most", kind: kinds.tooLarge("width", reference: Source.image)),
      Limit(
        .minHeight, 180, .observed, source: Source.chromeOnWindows, clause: "Chrome asks for at least",
        kind: kinds.tooSmall("height", reference: Source.image)),
      Limit(
        .aspectRatio, 2, .documented, source: Source.braze, clause: "Chrome shows whole a ratio of",
        kind: kinds.aspectRatioMismatch(reference: Source.braze)),
      Limit(
        .aspectRatioTolerance, 0.05, .assumed, source: Source.braze, clause: "a crop goes unnoticed up to",
        kind: kinds.aspectRatioMismatch(reference: Source.braze)),
    ],
    vendorAdvice: VendorAdvice.web, aboveVendorAdvice: kinds.aboveVendorAdvice(reference: Source.oneSignal),
    traits: [.showsFirstFrameOnly: kinds.animationNotShown(reference: Source.oneSignal)],
    ignoresContentType: true,
    caveats: [
      Caveat(
        kind: kinds.kind(
          "image-not-shown-everywhere", .note, "some browsers show a web notification without its image",
          "Make sure that the text alone tells the story.", Source.image),
        message: "image is not shown by Safari, Firefox, Chrome on macOS and web push on iOS")
    ])
}
