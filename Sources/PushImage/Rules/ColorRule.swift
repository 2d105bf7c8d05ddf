public import PushImageFormats

/// Codings that every platform says it takes and that some devices or senders render differently: notes only, since
/// no report of a push notification that failed for one of them is known.
public struct ColorRule: Rule {
  private static let formats = "https://developer.android.com/media/platform/supported-formats"

  private static func kind(_ id: String, _ meaning: String, _ remedy: String, _ reference: String) -> Finding.Kind {
    Finding.Kind(id, .note, meaning: meaning, remedy: remedy, reference: reference)
  }

  static let cmyk = kind(
    "color.cmyk", "the picture is coded for print, and devices differ in how they show such colours",
    "Convert the picture to sRGB.", "https://www.itu.int/rec/T-REC-T.872")
  static let sixteenBit = kind(
    "color.sixteen-bit", "16 bits a sample double the bytes and no notification shows the difference",
    "Convert the picture to 8 bits a sample.", "https://www.w3.org/TR/png-3/#4Concepts.PNGImageTransformation")
  static let wideGamut = kind(
    "color.wide-gamut", "the picture uses colours beyond sRGB, which look dull where its profile is not applied",
    "Convert the picture to sRGB.", "https://www.color.org/icc_specs2.xalter")
  static let progressive = kind(
    "color.progressive", "the JPEG is progressive, which takes more memory and time to decode than baseline",
    "Save the picture as a baseline JPEG.", formats)

  /// Makes the rule.
  public init() {}

  /// Four codings.
  public var findingKinds: [Finding.Kind] { [Self.cmyk, Self.sixteenBit, Self.wideGamut, Self.progressive] }

  /// One note for each that applies.
  public func findings(for subject: Subject) -> [Finding] {
    guard let info = subject.info else { return [] }
    var findings: [Finding] = []
    if info.colorModel == .cmyk || info.colorModel == .ycck {
      findings.append(Finding(Self.cmyk, "colour model is \(info.colorModel == .cmyk ? "CMYK" : "YCCK")"))
    }
    if info.bitDepth == 16 { findings.append(Finding(Self.sixteenBit, "samples have 16 bits")) }
    if info.isWideGamut { findings.append(Finding(Self.wideGamut, "colour profile is wider than sRGB")) }
    if info.isProgressive { findings.append(Finding(Self.progressive, "JPEG is progressive")) }
    return findings
  }
}
