/// The rules, in the order their findings are reported.
public enum Rules {
  /// One line per rule.
  public static let all: [any Rule] = [
    FormatRule(),
    NameRule(),
    ExtensionRule(),
    ContentTypeRule(),
    ByteCountRule(),
    DecodedMemoryRule(),
    PixelSizeRule(),
    AspectRatioRule(),
    AnimationRule(),
    OrientationRule(),
    ColorRule(),
    MetadataRule(),
    CaveatRule(),
    VendorAdviceRule(),
  ]
}
