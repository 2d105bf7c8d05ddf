public import PushImageFormats

/// What a rule looks at: the candidate and every fact known of it.
public struct Subject: Sendable {
  /// The candidate's name, taken apart; nil when it has none.
  public let name: FileName?
  /// What the server says it is; nil when nothing was declared, which is not the same as a response without a type.
  public let declaredType: DeclaredType?
  /// Size of the whole file in bytes.
  public let byteCount: Int
  /// By magic bytes; nil when nothing matched.
  public let format: ImageFormat?
  /// Facts of the header; nil when it could not be read.
  public let info: ImageInfo?
  /// Whether the whole file decodes.
  public let integrity: Integrity

  /// Gathers the facts; `name` and `declaredType` as in `Candidate`.
  public init(
    name: String? = nil, declaredType: String? = nil, byteCount: Int, format: ImageFormat?, info: ImageInfo? = nil,
    integrity: Integrity = .intact
  ) {
    self.name = name.map(FileName.init)
    self.declaredType = declaredType.map(DeclaredType.init)
    self.byteCount = byteCount
    self.format = format
    self.info = info
    self.integrity = integrity
  }

  /// Whether the bytes are a picture of a known format; the rules of pictures have nothing to say of anything else.
  var isImage: Bool { format?.family == .image }
}

extension ImageInfo {
  /// Bytes of one frame at four bytes a pixel, as phones decode it. A number no picture reaches where it would overflow.
  var decodedByteCount: Int { saturatingProduct(saturatingProduct(width, height), 4) }

  /// Bytes of all frames at four bytes a pixel.
  var animationByteCount: Int { saturatingProduct(frameCount, decodedByteCount) }

  /// Whether orientation lays the picture on its side.
  private var isTransposed: Bool { (5...8).contains(orientation) }

  /// The size as a platform shows it, with or without orientation.
  func shownSize(ignoringOrientation: Bool) -> (width: Int, height: Int) {
    isTransposed && !ignoringOrientation ? (height, width) : (width, height)
  }
}

extension Platform {
  /// Whether it shows the pixels as they are stored.
  var ignoresOrientation: Bool { traits.has(.ignoresOrientation) }
}

/// A product, or the largest number where it would overflow: sizes come from files.
func saturatingProduct(_ left: Int, _ right: Int) -> Int {
  let (product, overflows) = left.multipliedReportingOverflow(by: right)
  return overflows ? .max : product
}
