/// Whole files of a bitmap, with its profile.
enum PNGFile {
  /// Exactly these pixels.
  static func exact(_ bitmap: Bitmap, _ effort: PNGEncoder.Effort) throws(PushImageError) -> [UInt8] {
    precondition(bitmap.layout != .cmyk, "PNG has no inks")
    let rasters = PNGRaster.candidates(bitmap, models(bitmap), effort)
    return try file(PNGEncoder(effort: effort).encode(rasters), bitmap)
  }

  /// Colours of a palette in place of those of `bitmap`, whose profile counts.
  static func indexed(
    _ indexed: IndexedBitmap, _ bitmap: Bitmap, _ effort: PNGEncoder.Effort
  ) throws(PushImageError) -> [UInt8] {
    try exact(Bitmap(indexed.bitmap, iccProfile: bitmap.iccProfile), effort)
  }

  /// How many colours of a palette a quality stands for: 256 at 100, 16 at 50, 9 at 40, at least 2.
  static func colorCount(ofQuality quality: Int) -> Int {
    // 2^(q·8/100), by whole powers and the fraction between them.
    let eighths = Double(min(max(quality, 1), 100)) * 8 / 100
    let power = eighths.rounded(.down)
    return max(2, Int(Double(1 << Int(power)) * (1 + (eighths - power))))
  }

  /// A profile of colour wants colour, one of gray wants gray.
  private static func models(_ bitmap: Bitmap) -> PNGRaster.ColorModels {
    guard let profile = bitmap.iccProfile else { return .any }
    return profile.span.matches("GRAY", at: 16) ? .grayOnly : .colorOnly
  }

  private static func file(_ encoding: PNGEncoding, _ bitmap: Bitmap) throws(PushImageError) -> [UInt8] {
    guard let profile = bitmap.iccProfile, encoding.header.isGray == profile.span.matches("GRAY", at: 16) else {
      return encoding.file()
    }
    let name = Array("ICC profile".utf8) + [0, 0]
    let chunk = try name + PNGDeflater(level: 9).deflate(profile.span)
    return encoding.file { $0.append(.profile, chunk) }
  }
}

extension Bitmap {
  /// The same pixels with another profile.
  fileprivate init(_ bitmap: Bitmap, iccProfile: [UInt8]?) {
    self = bitmap
    self.iccProfile = iccProfile
  }
}
