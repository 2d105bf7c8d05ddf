internal import PushImageFormats

private let kinds = PlatformKinds(id: "huawei", name: "Huawei Push Kit")

private enum Source {
  static let pushKit =
    "https://developer.huawei.com/consumer/cn/doc/HMSCore-Guides/android-image-0000001200934359"
}

extension Platform {
  /// Huawei Push Kit on Android: the small picture on the right of a notification, not a banner.
  public static let huawei = Platform(
    id: "huawei", title: "Huawei Push Kit notification picture", shortTitle: "Huawei",
    formats: ["jpeg": .accepted, "png": .accepted],
    unsupportedFormat: kinds.unsupportedFormat(reference: Source.pushKit),
    unverifiedFormat: kinds.unverifiedFormat(reference: Source.pushKit),
    limits: [
      // The page says "less than 512 KB"; 512 x 1,024 is the first size that is not.
      Limit(
        .maxByteCount, 524_287, .documented, source: Source.pushKit, clause: "Huawei Push Kit takes at most",
        kind: kinds.fileTooLarge(reference: Source.pushKit))
    ],
    vendorAdvice: VendorAdvice.huawei, aboveVendorAdvice: kinds.aboveVendorAdvice(reference: Source.pushKit),
    traits: [.showsFirstFrameOnly: kinds.animationNotShown(reference: Source.pushKit)])
}
