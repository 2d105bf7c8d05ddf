import PushImage

extension PreparationOptions {
  /// The options of `prepare` that change pictures.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.init()
    fit = try arguments.text(.fit).map { text throws(UsageError) in try Self.fitting(text) }
    crop = try arguments.text(.crop).map { text throws(UsageError) in try Self.cropping(text) }
    padding = try arguments.text(.pad).map { text throws(UsageError) in try Self.padding(text) }
    maxByteCount = try arguments.text(.maxBytes).map { text throws(UsageError) in try Self.byteCount(text) }
    minQuality = try arguments.number(.minQuality, in: 1...100) ?? minQuality
    minSide = try arguments.number(.minSide, in: 1...65_535) ?? minSide
    minFrameCount = try arguments.number(.minFrames, in: 1...10_000) ?? minFrameCount
    keepsFormat = arguments.has(.keepFormat)
    progression = try arguments.choice(.jpegScans, default: progression)
    repairs = arguments.has(.repair)
    naming = try arguments.choice(.naming, default: naming)
    isStrict = arguments.has(.strict)
    if crop != nil, padding != nil { throw UsageError("--crop and --pad both give a shape; take one of them") }
  }

  private static func fitting(_ text: String) throws(UsageError) -> Fitting {
    if text == "platform" { return .platform }
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard sides.count == 2, sides.allSatisfy({ (1...65_535).contains($0) }) else {
      throw UsageError(
        "--fit is 'platform' or WIDTHxHEIGHT in pixels from 1 to 65535, such as 1024x512, not '\(text.visible)'")
    }
    return .size(PixelSize(width: sides[0], height: sides[1]))
  }

  private static func cropping(_ text: String) throws(UsageError) -> Cropping {
    let (ratio, rest) = try shape(text, of: .crop)
    guard let rest else { return Cropping(ratio) }
    // Both spellings of English are understood.
    guard let gravity = Cropping.Gravity(rawValue: rest == "center" ? "centre" : rest) else {
      throw UsageError("--crop cuts 'centre' or 'attention' out, not '\(rest.visible)'")
    }
    return Cropping(ratio, gravity: gravity)
  }

  private static func padding(_ text: String) throws(UsageError) -> Padding {
    let (ratio, rest) = try shape(text, of: .pad)
    guard let rest else { return Padding(ratio) }
    if rest == "clear" { return Padding(ratio, color: .clear) }
    let digits = rest.hasPrefix("#") ? rest.dropFirst() : rest[...]
    guard digits.utf8.count == 6, let number = Int(digits, radix: 16), number >= 0 else {
      throw UsageError("--pad takes a color as RRGGBB, such as ffffff, or 'clear', not '\(rest.visible)'")
    }
    let color = Padding.Color(
      red: UInt8(number >> 16), green: UInt8(number >> 8 & 255), blue: UInt8(number & 255))
    return Padding(ratio, color: color)
  }

  /// `2:1` and what follows the second colon.
  private static func shape(_ text: String, of option: OptionSpec) throws(UsageError) -> (AspectRatio, String?) {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 2, let width = Int(parts[0]), let height = Int(parts[1]),
      let ratio = AspectRatio(width: width, height: height)
    else {
      throw UsageError(
        "--\(option.name) begins with a shape as W:H, each from 1 to 10000, such as 2:1, not '\(text.visible)'")
    }
    return (ratio, parts.count == 3 ? parts[2] : nil)
  }

  private static let units: [(name: String, byteCount: Int)] = [
    ("kib", 1_024), ("mib", 1_048_576), ("kb", 1_000), ("mb", 1_000_000), ("k", 1_000), ("m", 1_000_000), ("b", 1),
  ]

  /// `200000`, `200k` and `200kB` for thousands, `1MiB` for 1,048,576.
  private static func byteCount(_ text: String) throws(UsageError) -> Int {
    let lower = text.lowercased()
    let unit = units.first { lower.hasSuffix($0.name) } ?? ("", 1)
    guard let number = Int(lower.dropLast(unit.name.count)), number > 0, number <= 1 << 40 else {
      throw UsageError(
        "--max-bytes is a whole number of bytes above 0, such as 200000, 200k or 1MiB, not '\(text.visible)'")
    }
    return number * unit.byteCount
  }
}
