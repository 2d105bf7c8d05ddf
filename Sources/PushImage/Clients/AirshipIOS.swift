/// The notification service extension of the Airship SDK for iOS.
///
/// Name: the last path component of the URL that was asked for, behind the temporary file's name; redirects and headers
/// do not count. When that ends in the letters of a known extension, dot or not, no hint is given; else the hint comes
/// from the media type, else from the first bytes, where only three JPEG openings are known.
struct AirshipIOS: SteppingClient {
  let id = "airship-ios"
  let title = "Airship on iOS, its notification service extension"
  let platform = "ios"
  let reference =
    "https://github.com/urbanairship/ios-library/blob/01e28d2602ff22558f28681906f0c264455631c6/AirshipExtensions/AirshipNotificationServiceExtension/Source/AirshipNotificationMutationProvider.swift"

  private static let endings = [
    "jpg", "jpeg", "png", "gif", "aif", "aiff", "mp3", "mpg", "mpeg", "mp4", "m4a", "wav", "avi",
  ]
  private static let hintsOfTypes = [
    "image/jpeg": "public.jpeg", "image/jpg": "public.jpeg", "image/png": "public.png",
    "image/gif": "com.compuserve.gif",
  ]

  func take(_ delivery: Delivery, _ walk: inout ClientWalk) throws(ClientRefusal) {
    if let fault = delivery.fields["options.crop.fault"] {
      throw ClientRefusal(.payload, "crop \(fault), so the SDK reads nothing of the attachment")
    }
    try walk.makeURL(delivery)
    try walk.loadWithSession(delivery)
    let component = SuggestedFilename.pathName(delivery.url) ?? ""
    walk.fileName = "*-\(component)"
    if Self.endings.contains(where: component.lowercased().hasSuffix) { return try walk.attach(delivery) }
    let hint = delivery.mediaType.flatMap { Self.hintsOfTypes[$0] } ?? Self.hint(bytes: delivery.leadingBytes)
    try walk.attach(delivery, hint: hint)
  }

  /// `FFD8FFE1`, EXIF, and `FFD8FFDB` are not among the SDK's openings of a JPEG.
  private static func hint(bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]), bytes.count > 3, [0xE0, 0xE2, 0xE3].contains(bytes[3]) {
      return "public.jpeg"
    }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "public.png" }
    return bytes.starts(with: "GIF8".utf8) ? "com.compuserve.gif" : nil
  }
}
