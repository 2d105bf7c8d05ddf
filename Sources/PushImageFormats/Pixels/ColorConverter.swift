internal import CImageCodecs

/// Converts pixels to sRGB: with Little CMS by their profile, ink without a profile by multiplying what it lets through.
package enum ColorConverter {
  /// The same picture in sRGB without a profile; gray stays gray and opacity stays as it is.
  ///
  /// A profile that is broken or of other colours is dropped, as readers do. Ink without a usable profile: each of red,
  /// green and blue is what its ink and black let through, (1 - ink) x (1 - black), as browsers show it.
  /// - Throws: `PushImageError` with `.missingLibrary` when the pixels have a profile and Little CMS is not installed.
  package static func convertToSRGB(_ bitmap: Bitmap) throws(PushImageError) -> Bitmap {
    if let profile = bitmap.iccProfile, !isSRGB(profile), let converted = try convert(bitmap, by: profile) {
      return converted
    }
    if bitmap.layout == .cmyk { return multiplied(bitmap) }
    var plain = bitmap
    plain.iccProfile = nil
    return plain
  }

  /// By the name that its makers gave it: a conversion would only add rounding.
  private static func isSRGB(_ profile: [UInt8]) -> Bool {
    guard let facts = ICCProfile.read(profile.span), let name = facts.description else { return false }
    return facts.colorSpace == "RGB" && !facts.isWideGamut && name.hasPrefix("sRGB")
  }

  /// Nil when the profile cannot be used.
  private static func convert(_ bitmap: Bitmap, by profile: [UInt8]) throws(PushImageError) -> Bitmap? {
    let layout: Bitmap.Layout = bitmap.layout == .cmyk ? .rgb : bitmap.layout
    let colorCount = bitmap.layout.channelCount - (bitmap.layout.hasAlpha ? 1 : 0)
    var output = [UInt8](repeating: 0, count: bitmap.size.pixelCount * layout.channelCount)
    let status = unsafe profile.withUnsafeBufferPointer { profile in
      unsafe bitmap.bytes.withUnsafeBufferPointer { input in
        unsafe output.withUnsafeMutableBufferPointer { output in
          var job = unsafe cimg_color_job(
            profile: profile.baseAddress, profile_size: profile.count, color_count: UInt32(colorCount),
            has_alpha: bitmap.layout.hasAlpha, input: input.baseAddress, pixel_count: bitmap.size.pixelCount,
            output: output.baseAddress)
          return unsafe cimg_color_to_srgb(&job)
        }
      }
    }
    switch status {
    case CIMG_COLOR_DONE: return Bitmap(size: bitmap.size, layout: layout, bytes: output)
    case CIMG_COLOR_NO_LIBRARY:
      throw PushImageError(
        .missingLibrary, "colours cannot be converted to sRGB without Little CMS; install the package liblcms2-2")
    case CIMG_COLOR_NO_MEMORY: throw PushImageError(.outOfMemory, "no memory to convert colours")
    default: return nil
    }
  }

  private static func multiplied(_ bitmap: Bitmap) -> Bitmap {
    let source = bitmap.bytes.span
    var output = [UInt8](repeating: 0, count: bitmap.size.pixelCount * 3)
    var target = output.mutableSpan
    for pixel in 0..<bitmap.size.pixelCount {
      let light = 255 - Int(source[pixel * 4 + 3])
      for channel in 0..<3 {
        let product = (255 - Int(source[pixel * 4 + channel])) * light
        target[pixel * 3 + channel] = UInt8(truncatingIfNeeded: (product + 127) / 255)
      }
    }
    return Bitmap(size: bitmap.size, layout: .rgb, bytes: output)
  }
}
