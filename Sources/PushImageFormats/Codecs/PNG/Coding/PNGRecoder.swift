/// Writes a file anew from its pixels, with what `Retention` keeps.
struct PNGRecoder {
  let retention: Retention
  let limits: Limits

  /// The smaller one of the stripped and the re-encoded file; nil when neither is smaller than `bytes`, unless the
  /// picture data hold more than the picture: that is cured whatever it takes.
  func recoded(_ bytes: Span<UInt8>) throws(PushImageError) -> [UInt8]? {
    let source = try PNGSource(bytes, limits: limits)
    var stripper = PNGStripper(bytes, source, retention: retention, limits: limits)
    let stripped = stripper.strip(bytes, limits: limits)
    // The frames of an animation share their header, which stays as it is.
    guard stripper.ancillary({ $0.type == PNGAnimation.control }).isEmpty else {
      return stripped.count < bytes.count ? stripped : nil
    }
    let (raster, _, endsClean) = try PNGRaster.read(bytes, source, isLenient: false)
    let encoded = try encode(raster, bytes, stripper)
    guard endsClean else { return encoded }
    let best = encoded.count < stripped.count ? encoded : stripped
    return best.count < bytes.count ? best : nil
  }

  private func encode(
    _ raster: PNGRaster, _ bytes: Span<UInt8>, _ stripper: PNGStripper
  ) throws(PushImageError) -> [UInt8] {
    let profile = stripper.ancillary { $0.type == .profile }
    let models: PNGRaster.ColorModels = profile.isEmpty ? .any : raster.header.isGray ? .grayOnly : .colorOnly
    let encoding = try PNGEncoder(effort: .thorough).encode(raster.candidates(models))
    let isSameType =
      encoding.header.colorType == raster.header.colorType && encoding.header.bitDepth == raster.header.bitDepth
    let front = stripper.ancillary { chunk in
      PNGStripper.colorTypes.contains(chunk.type) && (isSameType || chunk.type != .significantBits)
    }
    let middle = stripper.ancillary { $0.type == PNGStripper.density }
    let orientation = stripper.keptOrientation
    return encoding.file { writer in
      for chunk in front { writer.append(bytes.extracting(chunk.range)) }
    } middle: { writer in
      for chunk in middle { writer.append(bytes.extracting(chunk.range)) }
      if orientation != 1 { writer.append(.exif, PNGStripper.exif(orientation)) }
    }
  }
}

extension PNGRaster {
  /// The same picture in the ways that may be smallest.
  func candidates(_ models: ColorModels) -> [PNGRaster] {
    if header.bitDepth == 16 {
      guard let narrow = halved() else { return [thinned(models)] }
      return narrow.candidates(models)
    }
    return PNGRaster.candidates(bitmap, models, .thorough)
  }

  /// The pixels in 8-bit channels.
  var bitmap: Bitmap {
    let expander = PNGRowExpander(header, palette: palette, key: key)
    let size = PixelSize(width: header.width, height: header.height)
    var pixels = [UInt8](repeating: 0, count: size.pixelCount * expander.layout.channelCount)
    var target = pixels.mutableSpan
    for y in 0..<header.height {
      let row = rows.span.extracting(y * header.rowByteCount..<(y + 1) * header.rowByteCount)
      expander.expand(row, to: &target, at: y * header.width * expander.layout.channelCount)
    }
    return Bitmap(size: size, layout: expander.layout, bytes: pixels)
  }
}
