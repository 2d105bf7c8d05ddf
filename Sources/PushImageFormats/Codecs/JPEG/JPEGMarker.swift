/// The second byte of a marker (ITU-T T.81, table B.1).
struct JPEGMarker: RawRepresentable, Sendable, Hashable {
  let rawValue: UInt8

  static let temporary = JPEGMarker(rawValue: 0x01)
  static let huffmanTable = JPEGMarker(rawValue: 0xC4)
  static let arithmeticConditioning = JPEGMarker(rawValue: 0xCC)
  static let startOfImage = JPEGMarker(rawValue: 0xD8)
  static let endOfImage = JPEGMarker(rawValue: 0xD9)
  static let startOfScan = JPEGMarker(rawValue: 0xDA)
  static let quantizationTable = JPEGMarker(rawValue: 0xDB)
  static let lineCount = JPEGMarker(rawValue: 0xDC)
  static let restartInterval = JPEGMarker(rawValue: 0xDD)
  static let hierarchical = JPEGMarker(rawValue: 0xDE)
  static let expand = JPEGMarker(rawValue: 0xDF)
  /// SOF55 of JPEG-LS (ITU-T T.87), which shares the marker syntax.
  static let losslessFrame = JPEGMarker(rawValue: 0xF7)
  /// LSE of JPEG-LS.
  static let losslessParameters = JPEGMarker(rawValue: 0xF8)
  static let comment = JPEGMarker(rawValue: 0xFE)

  /// SOF0…SOF15, without the three codes of that range that mean something else.
  var isStartOfFrame: Bool {
    (0xC0...0xCF).contains(rawValue) && rawValue != 0xC4 && rawValue != 0xC8 && rawValue != 0xCC
  }

  /// RST0…RST7.
  var isRestart: Bool { (0xD0...0xD7).contains(rawValue) }

  /// APP0…APP15.
  var isApplication: Bool { (0xE0...0xEF).contains(rawValue) }

  /// Stands alone, without a length.
  var isStandalone: Bool {
    isRestart || self == .startOfImage || self == .endOfImage || self == .temporary
  }

  /// Reserved, or for extensions that no picture decoder knows.
  var isReserved: Bool {
    (0x02...0xBF).contains(rawValue) || rawValue == 0xC8 || (0xF0...0xFD).contains(rawValue)
  }

  /// The standard's symbol: `SOI`, `SOF2`, `APP13`.
  var name: String {
    switch self {
    case .temporary: "TEM"
    case .huffmanTable: "DHT"
    case .arithmeticConditioning: "DAC"
    case .startOfImage: "SOI"
    case .endOfImage: "EOI"
    case .startOfScan: "SOS"
    case .quantizationTable: "DQT"
    case .lineCount: "DNL"
    case .restartInterval: "DRI"
    case .hierarchical: "DHP"
    case .expand: "EXP"
    case .losslessFrame: "SOF55"
    case .losslessParameters: "LSE"
    case .comment: "COM"
    default: numberedName
    }
  }

  private var numberedName: String {
    if isStartOfFrame { return "SOF\(rawValue - 0xC0)" }
    if isRestart { return "RST\(rawValue - 0xD0)" }
    if isApplication { return "APP\(rawValue - 0xE0)" }
    return hexadecimal
  }

  /// `0xD9`.
  var hexadecimal: String {
    "0x" + (rawValue < 16 ? "0" : "") + String(rawValue, radix: 16, uppercase: true)
  }
}
