internal import CForeignCodecs
internal import PushImageFormats

extension Decoding {
  /// Takes a picture of `format` from the process that decodes it.
  ///
  /// - Throws: `PushImageError` when the process refuses, dies, or says what cannot be.
  init(
    from process: consuming DecodingProcess, _ request: DecodingRequest, format: ImageFormat, limits: Limits
  ) throws(PushImageError) {
    let refusal = ForeignRefusal(format: format, limits: limits)
    let picture = process.picture
    guard picture.status == Int32(CFOREIGN_COMPLETED.rawValue) else {
      throw refusal.error(status: picture.status, words: text(of: picture.message))
    }
    let size = PixelSize(width: Int(picture.width), height: Int(picture.height))
    guard let layout = Bitmap.Layout(picture), size.pixelCount > 0,
      size.pixelCount <= limits.maxPixelCount ?? Int(Int32.max),
      Int(picture.profile_byte_count) <= limits.maxMetadataChunkByteCount ?? .max
    else { throw refusal.unbelievable }
    var profile: [UInt8]?
    if picture.profile_byte_count > 0 { profile = process.read(byteCount: Int(picture.profile_byte_count)) }
    let suitable = profile.flatMap { layout.suits(iccProfile: $0) ? $0 : nil }
    var bitmap: Bitmap?
    if let target = PictureRows.target(request.size, of: size) {
      bitmap = try Self.scaled(&process, size: size, layout: layout, to: target, profile: suitable)
    } else if let bytes = process.read(byteCount: size.pixelCount * layout.channelCount) {
      bitmap = Bitmap(size: size, layout: layout, bytes: bytes, iccProfile: suitable)
    }
    let end = process.finish()
    guard let bitmap, end.status == Int32(CFOREIGN_COMPLETED.rawValue) else {
      throw refusal.error(status: end.status, words: text(of: end.message))
    }
    self.init(bitmap: bitmap.withoutFullOpacity)
    lostRowCount = min(Int(end.lost_row_count), size.height)
    let words = text(of: end.message)
    if !words.isEmpty { complaints.append(words) }
    orientation = (1...8).contains(picture.orientation) ? Int(picture.orientation) : 1
    frameCount = max(Int(picture.frame_count), 1)
  }

  /// Nil when the rows do not come.
  private static func scaled(
    _ process: inout DecodingProcess, size: PixelSize, layout: Bitmap.Layout, to target: PixelSize, profile: [UInt8]?
  ) throws(PushImageError) -> Bitmap? {
    var rows = try PictureRows(of: size, layout: layout, scaledTo: target)
    var row = [UInt8](repeating: 0, count: size.width * layout.channelCount)
    for _ in 0..<size.height {
      guard process.read(into: &row) else { return nil }
      rows.push(row)
    }
    return rows.finish(iccProfile: profile)
  }
}

extension Bitmap.Layout {
  /// Nil when the process names channels that no bitmap has.
  fileprivate init?(_ picture: cforeign_picture) {
    switch picture.channel_count {
    case 1: self = .gray
    case 2: self = .grayAlpha
    case 3: self = .rgb
    case 4: self = picture.is_cmyk ? .cmyk : .rgba
    default: return nil
    }
  }
}

/// The text of a fixed array of C characters, which Swift sees as a tuple; one line without control characters.
private func text<Characters>(of characters: Characters) -> String {
  let bytes = unsafe withUnsafeBytes(of: characters) { unsafe $0.prefix { $0 != 0 }.map { $0 < 0x20 ? 0x20 : $0 } }
  let end = bytes.lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? 0
  return String(decoding: bytes[..<end], as: UTF8.self)
}
