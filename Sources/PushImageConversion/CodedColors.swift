/// Colours by code points (ITU-T H.273), as AVIF and HEIC have them in place of a profile.
struct CodedColors {
  let primaries: UInt32
  let transfer: UInt32

  /// PQ (16) and HLG (18): the numbers mean light of a scene or a screen far brighter than sRGB's.
  var isHighDynamicRange: Bool { transfer == 16 || transfer == 18 }

  /// A profile for primaries beyond sRGB: Display P3 (12) and BT.2020 (9); nil for all others, which are near sRGB or
  /// unknown. The tone curve is sRGB's, as screens show BT.709's.
  var iccProfile: [UInt8]? {
    switch primaries {
    case 12:
      MatrixProfile(
        name: "Display P3", red: (33_757, 15_806, -69), green: (19_134, 45_366, 2_745), blue: (10_299, 4_364, 51_405)
      ).bytes
    case 9:
      MatrixProfile(
        name: "BT.2020", red: (44_136, 18_287, -127), green: (10_857, 44_259, 1_965), blue: (8_199, 2_990, 52_223)
      ).bytes
    default: nil
    }
  }
}

/// The smallest ICC profile of three primaries and sRGB's tone curve (ICC.1:2022 sections 7 to 10).
struct MatrixProfile {
  typealias Colorant = (x: Int32, y: Int32, z: Int32)

  let name: String
  /// The primaries adapted to D50, in 65,536ths of XYZ.
  let red, green, blue: Colorant

  /// The profile.
  var bytes: [UInt8] {
    let curve = tag("para", [0x0003_0000, 157_286, 62_119, 3_417, 5_072, 2_651])
    let tags: [(name: String, data: [UInt8])] = [
      ("desc", text(name)), ("cprt", text("none")), ("wtpt", xyz((63_190, 65_536, 54_061))),
      ("rXYZ", xyz(red)), ("gXYZ", xyz(green)), ("bXYZ", xyz(blue)),
      ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
    ]
    var table = Self.word(UInt32(tags.count))
    var data: [UInt8] = []
    let start = 128 + 4 + tags.count * 12
    for tag in tags {
      table += Array(tag.name.utf8) + Self.word(UInt32(start + data.count)) + Self.word(UInt32(tag.data.count))
      data += tag.data
    }
    return header(byteCount: start + data.count) + table + data
  }

  /// Version 4.3, a display's, RGB to XYZ, D50; without a date, so that it is always the same.
  private func header(byteCount: Int) -> [UInt8] {
    var header = Self.word(UInt32(byteCount)) + [0, 0, 0, 0, 4, 0x30, 0, 0] + Array("mntrRGB XYZ ".utf8)
    header += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
    header += Self.word(63_190) + Self.word(65_536) + Self.word(54_061)
    return header + [UInt8](repeating: 0, count: 128 - header.count)
  }

  private func xyz(_ value: Colorant) -> [UInt8] {
    tag("XYZ ", [value.x, value.y, value.z].map { UInt32(bitPattern: $0) })
  }

  private func tag(_ type: String, _ words: [UInt32]) -> [UInt8] {
    Array(type.utf8) + [0, 0, 0, 0] + words.flatMap(Self.word)
  }

  /// One record of English.
  private func text(_ text: String) -> [UInt8] {
    let units = text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    let padding = [UInt8](repeating: 0, count: (4 - units.count % 4) % 4)
    let words: [UInt32] = [1, 12, 0x656E_5553, UInt32(units.count), 28]
    return tag("mluc", words) + units + padding
  }

  private static func word(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
