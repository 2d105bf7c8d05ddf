import Testing

/// S1 to S5, payload to picture, against a server on loopback: what passes, and what fails for which reason.
@Suite struct SystemCampaignTests {
  private static func faults(_ cases: [CampaignCase]) -> Int { cases.count { $0.verdict == "rejected" } }

  // MARK: S1, an extension of one's own that takes image/* by https within five seconds

  static let own = [
    CampaignCase(
      "a JPEG under its name", Messages.own("{at}/good.jpg"), "accepted", "nse-url-name shown", "attachment shown"),
    CampaignCase("the first key", #"{\#(Messages.aps),"fcm_options":{"image":"{at}/good.png"}}"#, "accepted"),
    CampaignCase("a GIF", Messages.own("{at}/good.gif"), "accepted", "nse-url-name shown"),
    CampaignCase(
      "plain http", Messages.own("{plain}/good.jpg"), "rejected", "image-url.not-https", "nse-url-name not-shown url"),
    CampaignCase(
      "octets under a good name", Messages.own("{at}/octets.jpg"), "rejected", "nse-url-name not-shown download"),
    CampaignCase(
      "a page as a picture", Messages.own("{at}/page-as-picture.jpg"), "rejected", "nse-url-name not-shown attach 105"),
    CampaignCase(
      "WebP by another name", Messages.own("{at}/named-webp.jpg"), "rejected", "nse-url-name not-shown attach 105"),
    CampaignCase(
      "a dot that is encoded", Messages.own("{at}/good%2Ejpg"), "rejected", "nse-url-name not-shown attach 101"),
    CampaignCase("no extension", Messages.own("{at}/picture"), "rejected", "nse-url-name not-shown attach 101"),
    CampaignCase(
      "a page with 404", Messages.own("{at}/missing.jpg"), "rejected", "fetch.status-not-ok",
      "nse-url-name not-shown download"),
    CampaignCase(
      "a byte a second", Messages.own("{at}/drip.png"), "rejected", "fetch.timed-out",
      "nse-url-name not-shown download"),
    CampaignCase(
      "no mutable-content", Messages.own("{at}/good.jpg", aps: #""aps":{"alert":"Sale"}"#), "rejected",
      "apns.mutable-content-missing", "nse-url-name not-shown payload"),
    CampaignCase(
      "a picture without its end", Messages.own("{at}/cut.jpg"), "rejected", "nse-url-name not-shown attach 105"),
    CampaignCase(
      "a loop", Messages.own("{at}/loop.jpg"), "rejected", "fetch.too-many-redirects",
      "nse-url-name not-shown download"),
    CampaignCase(
      "an old certificate", Messages.own("{expired}/good.jpg"), "rejected", "fetch.tls-failed",
      "nse-url-name not-shown download"),
  ]
  private static let ownRun = Result { try CampaignRunResult(own, ["--client", "nse-url-name,attachment"]) }

  @Test(arguments: own) func `S1 is judged by its own extension`(row: CampaignCase) throws {
    try Self.ownRun.get().expect(row)
  }

  // MARK: S2, an extension that saves everything as myImage.png

  static let plain = [
    CampaignCase(
      "a PNG", Messages.plain("{at}/good.png"), "accepted", "nse-fixed-name shown", "attachment shown"),
    CampaignCase(
      "a JPEG, though it is called .png", Messages.plain("{at}/good.jpg"), "accepted", "nse-fixed-name shown"),
    CampaignCase(
      "no extension", Messages.plain("{at}/picture"), "accepted", "nse-fixed-name shown", "attachment shown"),
    CampaignCase(
      "mutable-content beside aps",
      Messages.plain("{at}/good.png", aps: #""aps":{"alert":"Sale"},"mutable-content":1"#), "rejected",
      "apns.mutable-content-misplaced", "nse-fixed-name not-shown payload"),
    CampaignCase(
      "mutable-content as text",
      Messages.plain("{at}/good.png", aps: #""aps":{"alert":"Sale","mutable-content":"1"}"#), "rejected",
      "apns.mutable-content-mismatch", "nse-fixed-name not-shown payload"),
    CampaignCase(
      "no alert", Messages.plain("{at}/good.png", aps: #""aps":{"mutable-content":1}"#), "rejected",
      "apns.alert-missing", "nse-fixed-name not-shown payload"),
    CampaignCase(
      "a page", Messages.plain("{at}/page.jpg"), "rejected", "nse-fixed-name not-shown attach 105",
      "attachment not-shown attach 105"),
    CampaignCase(
      "a page with 404", Messages.plain("{at}/missing.jpg"), "rejected", "fetch.status-not-ok",
      "nse-fixed-name not-shown attach 105"),
    CampaignCase(
      "a byte over 10 MB", Messages.plain("{at}/ios-over.png"), "rejected", "ios.file-too-large",
      "nse-fixed-name not-shown attach 102"),
    CampaignCase(
      "a PNG without its end", Messages.plain("{at}/cut.png"), "rejected", "nse-fixed-name not-shown attach 105"),
    CampaignCase("no bytes", Messages.plain("{at}/empty.png"), "rejected", "file.empty"),
    CampaignCase(
      "the picture in aps", #"{"aps":{"alert":"Sale","mutable-content":1,"image":"{at}/good.png"}}"#, "rejected",
      "apns.image-misplaced"),
    CampaignCase(
      "a server that says nothing", Messages.plain("{at}/silent.png"), "rejected", "fetch.timed-out",
      "nse-fixed-name not-shown download"),
  ]
  private static let plainRun = Result { try CampaignRunResult(plain) }

  @Test(arguments: plain) func `S2 is judged by the extension that saves all under one name`(row: CampaignCase) throws {
    try Self.plainRun.get().expect(row)
  }

  // MARK: S3, Firebase's message

  static let firebase = [
    CampaignCase(
      "a JPEG", Messages.firebase("{at}/good.jpg"), "accepted", "firebase-ios shown", "firebase-android shown",
      "attachment shown"),
    CampaignCase(
      "no extension, good type", Messages.firebase("{at}/picture"), "accepted", "firebase-ios shown",
      "attachment shown"),
    CampaignCase(
      "exactly what Android takes", Messages.firebase("{at}/android-limit.png"), "accepted", "firebase-android shown"),
    CampaignCase(
      "a byte more", Messages.firebase("{at}/android-over.png"), "rejected", "android.file-too-large",
      "firebase-ios shown", "firebase-android not-shown download"),
    CampaignCase(
      "no extension, octets", Messages.firebase("{at}/octets"), "rejected", "firebase-ios not-shown attach 101",
      "firebase-android shown"),
    CampaignCase(
      ".jpg with image/webp", Messages.firebase("{at}/named-webp.jpg"), "rejected",
      "firebase-ios not-shown attach 101", "firebase-android at-risk decode"),
    CampaignCase(
      "WebP for phones of Apple", Messages.firebase("{at}/webp-to-phones.png"), "rejected", "fetch.answers-mismatch",
      "firebase-ios not-shown attach 101", "firebase-android shown"),
    CampaignCase(
      "WebP for browsers", Messages.firebase("{at}/webp-to-browsers.png", #","webpush":{"headers":{}}"#),
      "atRisk", "fetch.answers-mismatch", "firebase-ios shown", "webpush-chrome at-risk decode"),
    CampaignCase(
      "Vary: Accept", Messages.firebase("{at}/vary.png"), "atRisk", "fetch.vary-accept", "firebase-ios shown"),
    CampaignCase(
      "compressed unasked", Messages.firebase("{at}/gzip.png"), "rejected", "fetch.encoding-unsupported"),
    CampaignCase(
      "chunks without end", Messages.firebase("{at}/endless.png"), "rejected", "firebase-ios not-shown download",
      "firebase-android not-shown download"),
    CampaignCase(
      "away from https", Messages.firebase("{at}/to-http.jpg"), "rejected", "fetch.redirect-to-http",
      "firebase-ios not-shown download", "firebase-android not-shown download"),
    CampaignCase(
      "a referrer is wanted", Messages.firebase("{at}/refused.jpg"), "rejected", "fetch.status-not-ok",
      "firebase-android not-shown download"),
    CampaignCase(
      "a signature that has run out",
      Messages.firebase("{at}/good.jpg?X-Amz-Date=20200101T000000Z&X-Amz-Expires=600"), "rejected",
      "fetch.url-expired"),
    CampaignCase(
      "an object for an image",
      #"{"message":{"token":"t","notification":{"title":"a","image":{"url":"{at}/good.jpg"}}}}"#, "rejected",
      "fcm.image-not-a-string"),
    CampaignCase(
      "the sample of the documentation", Messages.firebase("https://foo.bar.pizza-monster.png"), "rejected",
      "image-url.path-missing", "fetch.connection-failed", "firebase-ios not-shown download"),
    CampaignCase(
      "no mutable-content", Messages.firebase("{at}/good.jpg", aps: #"{"sound":"x"}"#), "rejected",
      "apns.mutable-content-missing", "firebase-ios not-shown payload", "firebase-android shown"),
    CampaignCase(
      "a picture among the headers",
      Messages.firebase("{at}/good.jpg", #","webpush":{"headers":{"image":"{at}/good.png"}}"#), "atRisk",
      "fcm.webpush-header-unsupported"),
  ]
  private static let firebaseRun = Result { try CampaignRunResult(firebase) }

  @Test(arguments: firebase) func `S3 is judged by Firebase's clients`(row: CampaignCase) throws {
    try Self.firebaseRun.get().expect(row)
  }

  // MARK: S4, from an extension of one's own to Firebase's

  static let combined = [
    CampaignCase(
      "a JPEG", Messages.combined("{at}/good.jpg"), "accepted", "nse-identifier shown", "firebase-ios shown"),
    CampaignCase("a GIF that moves", Messages.combined("{at}/animated.gif"), "accepted", "nse-identifier shown"),
    CampaignCase(
      "a page", Messages.combined("{at}/page.jpg"), "rejected", "nse-identifier not-shown attach 105",
      "firebase-ios not-shown attach 101"),
    CampaignCase(
      "a byte over 10 MB", Messages.combined("{at}/ios-over.png"), "rejected", "nse-identifier not-shown attach 102",
      "firebase-ios not-shown attach 102"),
    CampaignCase(
      "declared shorter than it is", Messages.combined("{at}/length-too-small.jpg"), "rejected",
      "nse-identifier not-shown attach 105"),
    CampaignCase(
      "declared longer than it is", Messages.combined("{at}/cut-transfer.jpg"), "rejected", "fetch.body-truncated",
      "nse-identifier not-shown download"),
    CampaignCase(
      "the certificate of another host", Messages.combined("{other}/good.jpg"), "rejected", "fetch.tls-failed",
      "firebase-ios not-shown download"),
    CampaignCase(
      "WebP in a JPEG's clothes", Messages.combined("{at}/hidden-webp.jpg"), "rejected",
      "nse-identifier not-shown attach 105", "ios.format-unsupported"),
    CampaignCase(
      "a redirect to a page", Messages.combined("{at}/to-page.jpg"), "rejected", "fetch.redirected",
      "firebase-ios not-shown attach 101"),
    CampaignCase(
      "no mutable-content", Messages.combined("{at}/good.jpg", aps: #""aps":{"alert":"Sale"}"#), "rejected",
      "apns.mutable-content-missing", "nse-identifier not-shown payload"),
  ]
  private static let combinedRun = Result {
    try CampaignRunResult(combined, ["--client", "nse-identifier,firebase-ios"])
  }

  @Test(arguments: combined) func `S4 is judged before and after the move`(row: CampaignCase) throws {
    try Self.combinedRun.get().expect(row)
  }

  @Test func `S4 with an identifier that has no extension is 101`() throws {
    let row = CampaignCase(
      "image", Messages.combined("{at}/good.jpg"), "rejected", "nse-identifier not-shown attach 101")
    try CampaignRunResult([row], ["--client", "nse-identifier", "--nse-identifier", "image"]).expect(row)
  }

  // MARK: S5, ZPNs

  static let zpns = [
    CampaignCase("a PNG", Messages.zpns("{at}/good.png"), "accepted", "zpns-ios shown", "attachment shown"),
    CampaignCase("a JPEG, to which .png is appended", Messages.zpns("{at}/good.jpg"), "accepted", "zpns-ios shown"),
    CampaignCase("the object alone", #"{"image_attachment":"{at}/good.png"}"#, "accepted", "zpns-ios shown"),
    CampaignCase(
      "an object in place of text",
      #"{"title":"a","resourcesID":"p","payload":{"image_attachment":"{at}/good.png"}}"#, "rejected",
      "zpns.payload-not-a-string"),
    CampaignCase(
      "text that is no JSON", #"{"title":"a","resourcesID":"p","payload":"{'image_attachment': 1}"}"#, "rejected",
      "zpns.payload-malformed"),
    CampaignCase(
      "no image_attachment", #"{"title":"a","resourcesID":"p","payload":"{\"image\":\"{at}/good.png\"}"}"#,
      "rejected", "zpns.image-attachment-missing"),
    CampaignCase(
      "no resourcesID", Messages.zpns("{at}/good.png", more: ""), "atRisk", "zpns.resources-id-missing",
      "zpns-ios shown"),
    CampaignCase(
      "a page with 404", Messages.zpns("{at}/missing.jpg"), "rejected", "fetch.status-not-ok",
      "zpns-ios not-shown attach 105"),
    CampaignCase("a page", Messages.zpns("{at}/page.jpg"), "rejected", "zpns-ios not-shown attach 105"),
    CampaignCase(
      "a byte over 10 MB", Messages.zpns("{at}/ios-over.png"), "rejected", "zpns-ios not-shown attach 102"),
    CampaignCase("WebP", Messages.zpns("{at}/good.webp"), "rejected", "zpns-ios not-shown attach 105"),
    CampaignCase(
      "a header that drips", Messages.zpns("{at}/slow-header.png"), "rejected", "fetch.timed-out",
      "zpns-ios not-shown download"),
  ]
  private static let zpnsRun = Result { try CampaignRunResult(zpns) }

  @Test(arguments: zpns) func `S5 is judged by the sample of ZPNs`(row: CampaignCase) throws {
    try Self.zpnsRun.get().expect(row)
  }

  @Test(arguments: [own, plain, firebase, combined, zpns])
  func `each system has a good payload and six bad ones`(cases: [CampaignCase]) {
    #expect(cases.contains { $0.verdict == "accepted" })
    #expect(Self.faults(cases) >= 6)
    #expect(Set(cases.map(\.testDescription)).count == cases.count)
  }
}
