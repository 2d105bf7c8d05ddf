@_spi(_Unicode) import Swift

extension FileName {
  /// What stands out about a name, apart from its extension.
  public enum Defect: Sendable, Hashable {
    /// It carries percent escapes, which some clients keep in the file's name.
    case percentEncoded
    /// Unicode that is not in normalization form C, so that two spellings of one name differ.
    case notNormalized
    /// More bytes of UTF-8 than the 255 that file systems take.
    case tooLong(byteCount: Int)
    /// It holds what no file name should; the text says what.
    case malformed(String)
    /// It begins with `-`, which command line tools take for an option.
    case leadingDash
    /// The name of a Windows device, with any extension.
    case reserved(String)
    /// Nothing stands in front of the dot: `.png`.
    case withoutStem

    /// File systems of Linux, macOS and Android take as many bytes in one name.
    public static let maxByteCount = 255

    static func all(of name: String, bytes: [UInt8], wasPercentEncoded: Bool, hasStem: Bool) -> [Defect] {
      var defects: [Defect] = []
      if wasPercentEncoded { defects.append(.percentEncoded) }
      if !isNormalized(name) { defects.append(.notNormalized) }
      if bytes.count > maxByteCount { defects.append(.tooLong(byteCount: bytes.count)) }
      let faults = faults(of: name, bytes: bytes)
      if !faults.isEmpty { defects.append(.malformed(faults.joined(separator: ", "))) }
      if name.utf8.first == UInt8(ascii: "-") { defects.append(.leadingDash) }
      if let device = windowsDevice(name) { defects.append(.reserved(device)) }
      if !hasStem { defects.append(.withoutStem) }
      return defects
    }

    /// Letters, digits, dots, dashes and underscores in an ordinary order, and no length of a Windows device's name:
    /// most names, of which nothing need be asked.
    static func isPlain(_ name: Span<UInt8>) -> Bool {
      guard (1...maxByteCount).contains(name.count), isLetterOrDigit(name[0]), isLetterOrDigit(name[name.count - 1]),
        !mayBeWindowsDevice(name)
      else { return false }
      for index in name.indices where !isLetterOrDigit(name[index]) {
        guard name[index] == 0x2D || name[index] == 0x2E || name[index] == 0x5F else { return false }
      }
      return true
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// By length alone: three letters, or with a digit of one or two bytes; spaces and an extension may follow.
    private static func mayBeWindowsDevice(_ name: Span<UInt8>) -> Bool {
      var count = 0
      while count < name.count, count < 6, name[count] != 0x20, name[count] != 0x2E { count += 1 }
      return (3...5).contains(count)
    }

    private static func isNormalized(_ name: String) -> Bool {
      name.utf8.allSatisfy { $0 < 0x80 } || name._nfc.elementsEqual(name.unicodeScalars)
    }

    private static func faults(of name: String, bytes: [UInt8]) -> [String] {
      var faults: [String] = []
      if name.isEmpty { faults.append("is empty") }
      if name == "." || name == ".." { faults.append("is a folder's name") }
      let scalars = name.unicodeScalars
      if scalars.contains("/") || scalars.contains("\\") { faults.append("holds a path separator") }
      if scalars.contains("\0") { faults.append("holds NUL") }
      if scalars.contains("\n") || scalars.contains("\r") { faults.append("holds a line break") }
      if scalars.contains(where: isOtherControl) { faults.append("holds a control character") }
      if scalars.contains(where: isDirectionOverride) { faults.append("holds a text direction control") }
      if String(validating: bytes, as: UTF8.self) == nil { faults.append("is not UTF-8") }
      if bytes.count > 2, let last = bytes.last, last == 0x20 || last == UInt8(ascii: ".") {
        faults.append("ends in a \(last == 0x20 ? "space" : "dot"), which Windows drops")
      }
      return faults
    }

    private static func isOtherControl(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x00, 0x0A, 0x0D: false
      case 0x01...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
      default: false
      }
    }

    /// Embeddings, overrides and isolates of the bidirectional algorithm: they make `gpj.exe` read `exe.jpg`.
    private static func isDirectionOverride(_ scalar: Unicode.Scalar) -> Bool {
      (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    /// The device that Windows opens in place of such a file, whatever the extension and case.
    private static func windowsDevice(_ name: String) -> String? {
      guard mayBeWindowsDevice(name.utf8.span) else { return nil }
      let base = name.prefix { $0 != "." }
      guard base.utf8.count <= 32 else { return nil }
      var upper = base.uppercased()
      while upper.hasSuffix(" ") { upper.removeLast() }
      if ["CON", "PRN", "AUX", "NUL"].contains(upper) { return upper }
      guard upper.hasPrefix("COM") || upper.hasPrefix("LPT"), upper.count == 4, let digit = upper.last else {
        return nil
      }
      return "123456789¹²³".contains(digit) ? upper : nil
    }
  }
}
