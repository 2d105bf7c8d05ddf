internal import CImageCodecs

/// Scales a picture down while its rows arrive: Lanczos with three lobes, in memory for a few source rows.
///
/// Deterministic on every processor. Colours count by their opacity.
@safe package struct RowScaler: ~Copyable {
  /// The size that comes out.
  package let size: PixelSize
  private let layout: Bitmap.Layout
  private let sourceRowByteCount: Int
  private let output: UnsafeMutableBufferPointer<UInt8>
  private let scaler: OpaquePointer

  /// Ready for the first of `source.height` rows.
  ///
  /// - Precondition: `size` is at least 1 pixel and at most `source` in both directions.
  /// - Throws: `PushImageError` when memory could not be had.
  package init(from source: PixelSize, to size: PixelSize, layout: Bitmap.Layout) throws(PushImageError) {
    precondition(size.width > 0 && size.height > 0, "a picture has at least one pixel")
    precondition(size.width <= source.width && size.height <= source.height, "a scaler only scales down")
    var scaling = cimg_scaling()
    scaling.source_width = UInt32(source.width)
    scaling.source_height = UInt32(source.height)
    scaling.width = UInt32(size.width)
    scaling.height = UInt32(size.height)
    scaling.channel_count = UInt32(layout.channelCount)
    scaling.has_alpha = layout.hasAlpha
    let output = UnsafeMutableBufferPointer<UInt8>.allocate(
      capacity: size.pixelCount * layout.channelCount)
    unsafe output.initialize(repeating: 0)
    let scaler = unsafe withUnsafePointer(to: scaling) { unsafe cimg_scaler_create($0, output.baseAddress) }
    guard let scaler = unsafe scaler else {
      unsafe output.deallocate()
      throw PushImageError(.outOfMemory, "no memory to scale a picture")
    }
    self.size = size
    self.layout = layout
    sourceRowByteCount = source.width * layout.channelCount
    unsafe self.output = output
    unsafe self.scaler = scaler
  }

  deinit {
    unsafe cimg_scaler_free(scaler)
    unsafe output.deallocate()
  }

  /// Takes the next row of the source; rows past its last are ignored.
  ///
  /// - Precondition: `row` has the bytes of one source row.
  package mutating func push(_ row: Span<UInt8>) {
    precondition(row.count == sourceRowByteCount, "not a row of the source")
    unsafe row.withUnsafeBufferPointer { unsafe cimg_scaler_push(scaler, $0.baseAddress) }
  }

  /// The picture; rows that were never pushed leave what depends on them transparent or black.
  package consuming func finish(iccProfile: [UInt8]?) -> Bitmap {
    unsafe Bitmap(size: size, layout: layout, bytes: Array(output), iccProfile: iccProfile)
  }
}

extension Bitmap {
  /// The picture at `size`; itself when that is its size.
  ///
  /// - Precondition: `size` is at least 1 pixel and at most this one's in both directions.
  package func scaled(to size: PixelSize) throws(PushImageError) -> Bitmap {
    guard size != self.size else { return self }
    var scaler = try RowScaler(from: self.size, to: size, layout: layout)
    let rowByteCount = rowByteCount
    for y in 0..<self.size.height {
      scaler.push(bytes.span.extracting(y * rowByteCount..<(y + 1) * rowByteCount))
    }
    return scaler.finish(iccProfile: iccProfile)
  }
}
