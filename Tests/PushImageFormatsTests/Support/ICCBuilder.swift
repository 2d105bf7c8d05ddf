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
