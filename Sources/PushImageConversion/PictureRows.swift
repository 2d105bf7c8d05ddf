internal import PushImageFormats

/// Takes rows from top to bottom and makes a bitmap of them, scaled on the way where a smaller size is wanted.
struct PictureRows: ~Copyable {
  private let size: PixelSize
  private let layout: Bitmap.Layout
  private var rows: [UInt8] = []
  private var scaler: RowScaler?

  /// Ready for the first row.
  ///
  /// - Parameter wanted: the size that is asked for; nil, or not smaller, for all pixels.
  init(of size: PixelSize, layout: Bitmap.Layout, scaledTo wanted: PixelSize?) throws(PushImageError) {
    self.size = size
    self.layout = layout
    if let target = Self.target(wanted, of: size) {
      scaler = try RowScaler(from: size, to: target, layout: layout)
    } else {
      rows.reserveCapacity(size.pixelCount * layout.channelCount)
    }
  }

  /// The size to scale to: at least one pixel, never more than there is; nil when there is nothing to scale.
  static func target(_ wanted: PixelSize?, of size: PixelSize) -> PixelSize? {
    guard let wanted else { return nil }
    let target = PixelSize(
      width: min(max(wanted.width, 1), size.width), height: min(max(wanted.height, 1), size.height))
    return target == size ? nil : target
  }

  /// Takes the next row.
  ///
  /// - Precondition: it has the bytes of one.
  mutating func push(_ row: [UInt8]) {
    if scaler != nil { scaler?.push(row.span) } else { rows.append(contentsOf: row) }
  }

  /// The picture of all rows.
  consuming func finish(iccProfile: [UInt8]?) -> Bitmap {
    if let scaler { return scaler.finish(iccProfile: iccProfile) }
    return Bitmap(size: size, layout: layout, bytes: rows, iccProfile: iccProfile)
  }
}
