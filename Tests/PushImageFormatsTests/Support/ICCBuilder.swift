/// Builds a small ICC profile, right or wrong.
struct ICCBuilder {
  var colorSpace = "RGB "
  var tags: [(String, [UInt8])] = []
  var claimedByteCount: Int?
  var claimedTagCount: Int?

  static func text(_ string: String) -> [UInt8] {
    Array("desc".utf8) + [0, 0, 0, 0] + big32(string.utf8.count + 1) + Array(string.utf8) + [0]
  }

  static func localizedText(_ string: String, language: String = "enUS") -> [UInt8] {
    let units = string.utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    return Array("mluc".utf8) + [0, 0, 0, 0] + big32(1) + big32(12) + Array(language.utf8) + big32(units.count)
      + big32(28) + units
  }

  static func xyz(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
    Array("XYZ ".utf8) + [0, 0, 0, 0] + [x, y, z].flatMap { big32(Int($0 * 65_536)) }
  }

  static func big32(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - $0 * 8)) } }

  var bytes: [UInt8] {
    var table: [UInt8] = []
    var data: [UInt8] = []
    let dataOffset = 132 + tags.count * 12
    for (signature, value) in tags {
      table += Array(signature.utf8) + Self.big32(dataOffset + data.count) + Self.big32(value.count)
      data += value
    }
    var header = [UInt8](repeating: 0, count: 128)
    header.replaceSubrange(0..<4, with: Self.big32(claimedByteCount ?? dataOffset + data.count))
    header.replaceSubrange(16..<20, with: Array(colorSpace.utf8))
    header.replaceSubrange(36..<40, with: Array("acsp".utf8))
    return header + Self.big32(claimedTagCount ?? tags.count) + table + data
  }
}

/// Profiles that a colour engine takes.
enum ICCProfiles {
  /// Display P3: its primaries adapted to D50, and the curve of sRGB.
  static let displayP3: [UInt8] = {
    let parameters: [Double] = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
    var curve: [UInt8] = Array("para".utf8)
    curve += [0, 0, 0, 0, 0, 3, 0, 0]
    for parameter in parameters { curve += ICCBuilder.big32(Int(parameter * 65_536 + 0.5)) }
    var builder = ICCBuilder()
    builder.tags = [
      ("wtpt", ICCBuilder.xyz(0.9642, 1, 0.8249)), ("rXYZ", ICCBuilder.xyz(0.51512, 0.24119, -0.00105)),
      ("gXYZ", ICCBuilder.xyz(0.29198, 0.69225, 0.04189)), ("bXYZ", ICCBuilder.xyz(0.15710, 0.06657, 0.78407)),
      ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
    ]
    var bytes = builder.bytes
    bytes.replaceSubrange(8..<12, with: [4, 0x30, 0, 0])
    bytes.replaceSubrange(12..<16, with: Array("mntr".utf8))
    bytes.replaceSubrange(20..<24, with: Array("XYZ ".utf8))
    bytes.replaceSubrange(68..<80, with: ICCBuilder.xyz(0.9642, 1, 0.8249).dropFirst(8))
    return bytes
  }()
}
