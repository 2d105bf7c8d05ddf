import Testing

/// What people have complained of in public, by root cause: each that a preflight can see is seen.
///
/// C16 (the app has no extension, or it crashes), C23 (one phone only, cause never found) and C27 (shown only when the
/// notification is expanded) leave no trace in a payload or a picture.
@Suite struct ComplaintTests {
  static let unseen: Set<Int> = [16, 23, 27]

  static let complaints = [
    CampaignCase(
      "C1 the URL has no extension", Messages.firebase("{at}/octets"), "rejected", "ios.extension-missing",
      "firebase-ios not-shown attach 101"),
    CampaignCase(
      "C2 a type that says nothing", Messages.own("{at}/octets.jpg"), "rejected", "nse-url-name not-shown download"),
    CampaignCase(
      "C3 .jpeg, and still 101", Messages.firebase("{at}/named-webp.jpeg"), "rejected",
      "ios.content-type-mismatch", "firebase-ios not-shown attach 101"),
    CampaignCase(
      "C4 WebP", Messages.firebase("{at}/good.webp"), "rejected", "ios.format-unsupported",
      "firebase-ios not-shown attach 101"),
    CampaignCase("C4 AVIF", Messages.plain("{at}/good.avif"), "rejected", "nse-fixed-name not-shown attach 105"),
    CampaignCase(
      "C5 another format for some", Messages.firebase("{at}/webp-to-phones.png"), "rejected",
      "fetch.answers-mismatch", "firebase-ios not-shown attach 101"),
    CampaignCase("C6 SVG", Messages.firebase("{at}/good.svg"), "rejected", "ios.format-unsupported"),
    CampaignCase("C6 HEIC", Messages.firebase("{at}/good.heic"), "rejected", "firebase-ios not-shown attach 101"),
    CampaignCase(
      "C7 the extension is in the query", Messages.firebase("{at}/octets?alt=media&token=x.jpg"), "rejected",
      "firebase-ios not-shown attach 101"),
    CampaignCase(
      "C7 JPush wants png at the end",
      #"{"aps":{"alert":"a","mutable-content":1},"my-attachment":"{at}/good.png?v=2"}"#, "rejected",
      "jpush-ios not-shown url"),
    CampaignCase(
      "C8 a space", Messages.firebase("{at}/my-image .png"), "rejected", "image-url.character-unsupported"),
    CampaignCase(
      "C9 a page", Messages.firebase("{at}/to-login"), "rejected", "file.not-an-image", "fetch.redirected",
      "firebase-ios not-shown attach 101"),
    CampaignCase("C10 a redirect", Messages.firebase("{at}/to-good.jpg"), "atRisk", "fetch.redirected"),
    CampaignCase(
      "C10 a redirect between schemes", Messages.firebase("{at}/to-http.jpg"), "rejected", "fetch.redirect-to-http",
      "firebase-android not-shown download"),
    CampaignCase(
      "C11 plain http", Messages.firebase("{plain}/good.jpg"), "rejected", "image-url.not-https",
      "firebase-ios not-shown url", "firebase-android not-shown url"),
    CampaignCase(
      "C12 over 1 MB", Messages.firebase("{at}/android-over.png"), "rejected", "android.file-too-large",
      "firebase-android not-shown download"),
    CampaignCase(
      "C12 slow", Messages.firebase("{at}/drip.png"), "rejected", "fetch.timed-out",
      "firebase-android not-shown download"),
    CampaignCase("C13 too many ask", Messages.firebase("{at}/busy.jpg"), "rejected", "fetch.status-not-ok"),
    CampaignCase("C13 nothing caches", Messages.firebase("{at}/uncached.png"), "accepted", "fetch.caching-missing"),
    CampaignCase(
      "C14 the URL runs out", Messages.firebase("{at}/good.jpg?Expires=1799999999"), "atRisk", "fetch.url-expires"),
    CampaignCase(
      "C14 the URL has run out", Messages.firebase("{at}/good.jpg?Expires=1700000000"), "rejected",
      "fetch.url-expired"),
    CampaignCase(
      "C15 no mutable-content", Messages.own("{at}/good.jpg", aps: #""aps":{"alert":"a"}"#), "rejected",
      "apns.mutable-content-missing"),
    CampaignCase(
      "C15 in the wrong place", Messages.own("{at}/good.jpg", aps: #""mutable_content":1,"aps":{"alert":"a"}"#),
      "rejected", "apns.mutable-content-misplaced"),
    CampaignCase(
      "C17 a key that nobody reads", #"{"message":{"topic":"a","notification":{"title":"a"},"image":"{at}/good.jpg"}}"#,
      "rejected", "fcm.image-misplaced"),
    CampaignCase(
      "C18 more memory than an extension has", Messages.own("{at}/frames.gif"), "atRisk", "ios.animation-too-large"),
    CampaignCase(
      "C19 more pixels than Android draws", Messages.firebase("{at}/huge.png"), "rejected",
      "android.decoded-too-large", "firebase-android not-shown decode"),
    CampaignCase(
      "C20 turned", Messages.firebase("{at}/orientation-6-600x300.jpg"), "atRisk", "android.orientation-ignored"),
    CampaignCase(
      "C21 a square", Messages.firebase("{at}/square.png"), "atRisk", "android.aspect-ratio-mismatch"),
    CampaignCase(
      "C22 a GIF that moves", Messages.firebase("{at}/animated.gif"), "atRisk", "android.animation-not-shown"),
    CampaignCase(
      "C24 browsers without pictures", Messages.firebase("{at}/good.jpg", #","webpush":{"headers":{}}"#), "accepted",
      "web.image-not-shown-everywhere", "webpush-safari not-shown decode", "webpush-firefox not-shown decode"),
    CampaignCase("C25 progressive", Messages.own("{at}/progressive-600x300.jpg"), "accepted", "color.progressive"),
    CampaignCase("C25 CMYK", Messages.own("{at}/cmyk.jpg"), "atRisk", "color.cmyk"),
    CampaignCase(
      "C26 a signed URL makes the payload too long",
      Messages.own("{at}/good.jpg?signature=" + String(repeating: "a", count: 4_096)), "rejected",
      "apns.payload-too-large"),
    CampaignCase(
      "C28 a page with 404", Messages.firebase("{at}/missing.jpg"), "rejected", "fetch.status-not-ok",
      "firebase-ios not-shown attach 101"),
    CampaignCase(
      "C28 a page that says it is a picture", Messages.firebase("{at}/page-as-picture.jpg"), "rejected",
      "file.not-an-image", "firebase-ios not-shown attach 105"),
  ]

  // In the year of the message one of the two signatures has run out, and the other will.
  private static let run = Result {
    try CampaignRunResult(complaints, ["--send-at", "2027-01-15T07:00Z", "--ttl", "86400"])
  }

  @Test(arguments: complaints) func `a complaint is caught before the campaign`(row: CampaignCase) throws {
    try Self.run.get().expect(row)
  }

  @Test func `every complaint that can be seen is in the table`() {
    let numbers = Self.complaints.compactMap { row in
      Int(row.testDescription.dropFirst().prefix { $0.isNumber })
    }
    #expect(Set(numbers).union(Self.unseen) == Set(1...28))
  }
}
