/// `OneSignalAttachmentHandler` of the OneSignal SDK for iOS.
///
/// Extension, the first that is in its list, compared with case: the query item `filename`; the media type; the path
/// of the URL; the query values from the last to the first. Without one the attachment is skipped in silence.
struct OneSignalIOS: SteppingClient {
  let id = "onesignal-ios"
  let title = "OneSignal on iOS, its notification service extension"
  let platform = "ios"
  let reference =
    "https://github.com/OneSignal/OneSignal-iOS-SDK/blob/0540578719447a4bc0b3886faab155d6b5021632/iOS_SDK/OneSignalSDK/OneSignalExtension/OneSignalAttachmentHandler.m"

  private static let extensions: Set<String> = [
    "aiff", "wav", "mp3", "mp4", "jpg", "jpeg", "png", "gif", "mpeg", "mpg", "avi", "m4a", "m4v",
  ]
  private static let extensionsOfTypes = [
    "image/jpeg": "jpeg", "image/jpg": "jpg", "image/png": "png", "image/gif": "gif", "video/mp4": "mp4",
    "audio/mpeg": "mp3", "audio/wav": "wav",
  ]
  /// `MAX_NOTIFICATION_MEDIA_SIZE_BYTES`, compared with the declared length only.
  private static let maxDeclaredByteCount = 50_000_000

  func take(_ delivery: Delivery, _ walk: inout ClientWalk) throws(ClientRefusal) {
    var trimmed = delivery
    trimmed.url = trimmedBlank(delivery.url)
    guard trimmed.scheme == "https" || trimmed.scheme == "http" else {
      throw ClientRefusal(.url, "URL is not http or https, so the SDK looks for a file of that name in the app")
    }
    try walk.makeURL(trimmed)
    if let declared = delivery.declaredByteCount, declared > Self.maxDeclaredByteCount {
      throw ClientRefusal(
        .download, "Content-Length is \(declared.grouped); the SDK takes at most \(Self.maxDeclaredByteCount.grouped)")
    }
    try walk.loadWithSession(trimmed)
    guard let found = Self.fileExtension(trimmed) else {
      throw ClientRefusal(.name, "neither query, media type nor URL give an extension that the SDK knows")
    }
    walk.fileName = "*.\(found)"
    try walk.attach(delivery)
  }

  private static func fileExtension(_ delivery: Delivery) -> String? {
    let items = queryItems(delivery.url)
    let candidates: [String?] =
      [
        items.first { $0.name == "filename" }.flatMap { pathExtension($0.value) },
        delivery.mediaType.flatMap { extensionsOfTypes[$0] },
        FileName(delivery.url).fileExtension,
      ] + items.reversed().map { pathExtension($0.value) }
    return candidates.lazy.compactMap { $0 }.first { extensions.contains($0) }
  }

  private static func pathExtension(_ value: String) -> String? { FileName("/\(value)").fileExtension }

  private static func queryItems(_ url: String) -> [(name: String, value: String)] {
    guard let query = FileName(url).query else { return [] }
    return query.split(separator: "&").prefix(100).map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }
  }
}

/// Without the white space around it.
func trimmedBlank(_ text: String) -> String {
  let head = text.drop { $0.isWhitespace }
  return String(head.reversed().drop { $0.isWhitespace }.reversed())
}
