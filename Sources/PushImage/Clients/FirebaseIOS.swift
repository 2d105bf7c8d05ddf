/// `FIRMessagingExtensionHelper` of the Firebase SDK for Apple platforms.
///
/// Extension: that of `suggestedFilename`; else the subtype of an `image/…` type, unless it holds a slash; else none.
/// Looks at no status, size or scheme.
struct FirebaseIOS: SteppingClient {
  let id = "firebase-ios"
  let title = "Firebase Messaging on iOS, its extension helper"
  let platform = "ios"
  let reference =
    "https://github.com/firebase/firebase-ios-sdk/blob/eed63a35a90dbd46184ca1a6afeb144ee783b5fd/FirebaseMessaging/Sources/FIRMessagingExtensionHelper.m"

  func take(_ delivery: Delivery, _ walk: inout ClientWalk) throws(ClientRefusal) {
    try walk.makeURL(delivery)
    try walk.loadWithSession(delivery)
    walk.nameLikeFirebase(delivery)
    try walk.attach(delivery)
  }
}

extension ClientWalk {
  /// The temporary file of the download with the extension behind it.
  mutating func nameLikeFirebase(_ delivery: Delivery, allowsSlash: Bool = false) {
    let suggested = SuggestedFilename(delivery)
    var fileExtension = suggested.fileExtension.map { ".\($0)" } ?? ""
    if suggested.fileExtension == nil, let type = delivery.mediaType, type.hasPrefix("image/") {
      let subtype = type.dropFirst("image/".count)
      if allowsSlash || !subtype.contains("/") { fileExtension = ".\(subtype)" }
    }
    fileName = "CFNetworkDownload_*.tmp\(fileExtension)"
    if fileExtension.isEmpty { fileName = "CFNetworkDownload_*" }
    if !suggested.isCertain { doubtName(suggested) }
  }

  /// The name is Apple's to choose, and what it chooses here is not documented.
  mutating func doubtName(_ suggested: SuggestedFilename) {
    doubt(.name, "iOS makes the name of the file, probably \(quoted(suggested.text)), by rules that are not published")
  }
}
