/// Whether the whole file decodes.
///
/// JPEG and GIF carry no checksum: `intact` says "decodes completely", never "uncorrupted".
public enum Integrity: String, Sendable, Comparable {
  case intact, undetermined, damaged

  private var rank: Int {
    switch self {
    case .intact: 0
    case .undetermined: 1
    case .damaged: 2
    }
  }

  /// Orders by how bad it is: intact, undetermined, damaged. Proven damage outranks not knowing.
  public static func < (left: Integrity, right: Integrity) -> Bool { left.rank < right.rank }
}

/// What a codec found out about one file.
public struct Verification: Sendable {
  /// Facts of the header; nil when the header could not be read.
  public var info: ImageInfo?
  /// In the order they were met.
  public var findings: [Finding]
  /// Every byte of the file by name, as far as the walk came.
  public var segments: [Segment]
  /// Byte ranges of comments, text chunks and trailing bytes, at most 64: where markup may hide.
  public var textRanges: [Range<Int>]

  /// Gathers what was found.
  public init(info: ImageInfo?, findings: [Finding], segments: [Segment], textRanges: [Range<Int>] = []) {
    self.info = info
    self.findings = findings
    self.segments = segments
    self.textRanges = textRanges
  }

  /// The worst that any finding says of the file.
  public var integrity: Integrity { findings.map(\.kind.integrity).max() ?? .intact }

  /// Proof that every byte was verified; nil unless `integrity` is `intact`.
  public var image: VerifiedImage? {
    guard integrity == .intact, let info else { return nil }
    return VerifiedImage(info: info, segments: segments)
  }
}

/// Proof that a codec read the file to its last byte and found it whole. Only a codec can make one.
public struct VerifiedImage: Sendable, Hashable {
  /// Facts of the header.
  public let info: ImageInfo
  /// Every byte of the file, by name.
  public let segments: [Segment]

  init(info: ImageInfo, segments: [Segment]) {
    self.info = info
    self.segments = segments
  }
}
