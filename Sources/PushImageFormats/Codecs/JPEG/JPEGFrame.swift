/// What a start-of-frame segment says.
struct JPEGFrame: Sendable, Hashable {
  struct Component: Sendable, Hashable {
    /// Any byte; 1, 2, 3 by JFIF.
    let id: UInt8
    let horizontalSampling: Int
    let verticalSampling: Int
    let quantizationTable: Int
  }

  let marker: JPEGMarker
  let precision: Int
  let width: Int
  let height: Int
  let components: [Component]

  /// Several scans, each refining the one before.
  var isProgressive: Bool { marker.isStartOfFrame && marker.rawValue & 3 == 2 }

  /// Arithmetic instead of Huffman codes.
  var isArithmetic: Bool { (0xC9...0xCF).contains(marker.rawValue) }

  private var isLossless: Bool { marker.isStartOfFrame && marker.rawValue & 3 == 3 }

  private var isHierarchical: Bool {
    marker == .hierarchical || (marker.isStartOfFrame && marker.rawValue & 7 > 4)
  }

  /// The longest side that libjpeg-turbo decodes; T.81 allows 65,535.
  static let maxVerifiedSide = 65_500

  /// Why the reference decoder cannot judge the pixels; nil when it can.
  var unverifiedCoding: String? {
    if marker == .losslessFrame { return "JPEG-LS" }
    if isHierarchical { return "hierarchical JPEG" }
    if isLossless { return "lossless JPEG" }
    if precision == 12 { return "12-bit JPEG" }
    if max(width, height) > Self.maxVerifiedSide { return "JPEG of more than 65,500 pixels a side" }
    return nil
  }

  private var maxHorizontalSampling: Int { components.map(\.horizontalSampling).max() ?? 1 }
  private var maxVerticalSampling: Int { components.map(\.verticalSampling).max() ?? 1 }

  /// MCUs of a scan of several components.
  var units: (across: Int, down: Int) {
    let unitWidth = 8 * maxHorizontalSampling
    let unitHeight = 8 * maxVerticalSampling
    return ((width + unitWidth - 1) / unitWidth, (height + unitHeight - 1) / unitHeight)
  }

  /// Blocks of a component in a scan of its own (ITU T.81 A.2.2).
  func blocks(of component: Component) -> (across: Int, down: Int) {
    let unitWidth = 8 * maxHorizontalSampling
    let unitHeight = 8 * maxVerticalSampling
    return (
      (width * component.horizontalSampling + unitWidth - 1) / unitWidth,
      (height * component.verticalSampling + unitHeight - 1) / unitHeight
    )
  }

  /// Bytes of DCT coefficients that a decoder keeps until the last scan: two each, 64 a block.
  var coefficientByteCount: Int {
    let blocksPerUnit = components.reduce(0) { $0 + $1.horizontalSampling * $1.verticalSampling }
    return units.across * units.down * blocksPerUnit * 128
  }

  /// How the samples make a colour, decided as libjpeg decides it (jdapimin.c): JFIF first, then Adobe, then the ids.
  func colorModel(hasJFIF: Bool, adobeTransform: Int?) -> ImageInfo.ColorModel {
    switch components.count {
    case 1, 2: return .gray
    case 3:
      if hasJFIF { return .ycbcr }
      if let adobeTransform { return adobeTransform == 0 ? .rgb : .ycbcr }
      return components.map(\.id) == Array("RGB".utf8) ? .rgb : .ycbcr
    default:
      return (adobeTransform ?? 0) == 0 ? .cmyk : .ycck
    }
  }

  /// Parses the payload of SOFn or DHP, without its length field.
  ///
  /// - Returns: the frame, or in words what is illegal about it.
  static func parse(_ marker: JPEGMarker, _ bytes: Span<UInt8>, in payload: Range<Int>) -> Result<JPEGFrame, Illegal> {
    let start = payload.lowerBound
    guard payload.count >= 6, let precision = bytes.byte(at: start), let height = bytes.bigEndian16(at: start + 1),
      let width = bytes.bigEndian16(at: start + 3), let count = bytes.byte(at: start + 5)
    else { return .failure(Illegal("\(marker.name) is too short for its fields")) }
    guard payload.count == 6 + 3 * Int(count) else {
      return .failure(Illegal("\(marker.name) has \(payload.count) bytes for \(count) components"))
    }
    // A height of zero asks for a DNL segment after the first scan, which no current decoder reads.
    guard width > 0, height > 0, count > 0 else {
      return .failure(Illegal("picture is \(width)x\(height) pixels with \(count) components"))
    }
    var components: [Component] = []
    for index in 0..<Int(count) {
      let place = start + 6 + 3 * index
      guard let id = bytes.byte(at: place), let sampling = bytes.byte(at: place + 1),
        let table = bytes.byte(at: place + 2), (1...4).contains(sampling >> 4), (1...4).contains(sampling & 15)
      else { return .failure(Illegal("component \(index) has an illegal sampling factor; they go from 1 to 4")) }
      components.append(
        Component(
          id: id, horizontalSampling: Int(sampling >> 4), verticalSampling: Int(sampling & 15),
          quantizationTable: Int(table)))
    }
    let frame = JPEGFrame(
      marker: marker, precision: Int(precision), width: width, height: height, components: components)
    guard frame.hasLegalPrecision else {
      return .failure(Illegal("samples have \(precision) bits, which \(marker.name) does not allow"))
    }
    return .success(frame)
  }

  /// T.81 table B.2, T.87 for JPEG-LS.
  private var hasLegalPrecision: Bool {
    if isLossless || marker == .losslessFrame || marker == .hierarchical { return (2...16).contains(precision) }
    return precision == 8 || (precision == 12 && marker.rawValue != 0xC0)
  }

  /// What is wrong, in words for a finding.
  struct Illegal: Error, Sendable, Hashable {
    let message: String

    init(_ message: String) { self.message = message }
  }
}
