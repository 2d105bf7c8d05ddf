// What senders publish, one line each. A page that says "MB" or "KB" without saying which is read as decimal.

private let oneSignal = "https://documentation.onesignal.com/docs/notification-images-not-showing"
private let airship = "https://docs.airship.com/guides/messaging/user-guide/messages/content/media-guidelines/"
private let braze =
  "https://www.braze.com/docs/user_guide/channels/push/create_a_push_message/message_and_image_formats"
private let webEngage = "https://knowledgebase.webengage.com/docs/push-image-text-specifications"
private let leanplum = "https://docs.leanplum.com/docs/images-in-messages"
private let customerIO = "https://docs.customer.io/journeys/image-support"
private let xtremepush = "https://docs.xtremepush.com/docs/push-notifications-creative-guidelines"
private let xtremepushWeb = "https://docs.xtremepush.com/docs/web-push-creative-guidelines"
private let tencent = "https://cloud.tencent.com/document/product/548/46964"
private let huaweiPushKit = "https://developer.huawei.com/consumer/cn/doc/HMSCore-Guides/android-image-0000001200934359"

extension VendorAdvice {
  static let ios =
    caps + [
      VendorAdvice("Airship", .takes, .width(1_038), source: airship),
      VendorAdvice("Airship", .takes, .height(1_038), source: airship),
      VendorAdvice("Braze", .takes, .frameCount(299), source: braze),
    ]

  static let android =
    caps + [
      VendorAdvice("Airship", .takes, .byteCount(2_000_000), source: airship),
      VendorAdvice("Airship", .takes, .width(2_048), source: airship),
      VendorAdvice("Airship", .takes, .height(1_024), source: airship),
      VendorAdvice("Airship", .takes, .formats(["jpeg", "png"]), source: airship),
      VendorAdvice("Braze", .takes, .formats(["jpeg", "png"]), source: braze),
    ]

  static let web = [
    VendorAdvice("OneSignal", .takes, .byteCount(5_000_000), source: oneSignal),
    VendorAdvice("Xtremepush", .takes, .byteCount(1_999_999), source: xtremepushWeb),
  ]

  /// Huawei's 40 dp are 160 pixels on the densest screens. The HarmonyOS and Tencent rows are from one page.
  static let huawei = [
    VendorAdvice("Huawei", .advises, .width(160), source: huaweiPushKit),
    VendorAdvice("Huawei", .advises, .height(160), source: huaweiPushKit),
    VendorAdvice("HarmonyOS", .takes, .byteCount(99_999), source: tencent),
    VendorAdvice("HarmonyOS", .takes, .pixelCount(49_152), source: tencent),
    VendorAdvice("Tencent TPNS", .takes, .byteCount(199_999), source: tencent),
  ]

  /// Published for iOS and Android alike.
  private static let caps = [
    VendorAdvice("Airship", .advises, .byteCount(199_999), source: airship),
    VendorAdvice("Braze", .advises, .byteCount(500_000), source: braze),
    VendorAdvice("WebEngage", .takes, .byteCount(999_999), source: webEngage),
    VendorAdvice("Leanplum", .takes, .byteCount(1_000_000), source: leanplum),
    VendorAdvice("Xtremepush", .takes, .byteCount(1_999_999), source: xtremepush),
    VendorAdvice("Customer.io", .takes, .byteCount(3_000_000), source: customerIO),
    VendorAdvice("OneSignal", .takes, .byteCount(4_999_999), source: oneSignal),
    VendorAdvice("Braze", .takes, .byteCount(5_000_000), source: braze),
  ]
}
