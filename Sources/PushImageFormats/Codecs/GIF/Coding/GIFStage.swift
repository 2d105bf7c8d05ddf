internal import CImageCodecs

/// Plays an animation on another screen: cut, scaled and padded, in true colours.
///
/// Only rows that can have changed are scaled anew, and their pixels depend on the frame alone, so that what stands
/// still stays exactly as it is.
@safe struct GIFStage: ~Copyable {
  let geometry: GIFGeometry
  /// The new screen after the last `advance`.
  let canvas: PixelPlane<UInt32>
  /// Where it may differ from the one before.
  private(set) var changed = PixelRectangle.empty
  private(set) var player: GIFPlayer
  /// What changed on the old screen since a frame was shown.
  private var pending = PixelRectangle.empty
  private let isIdentity: Bool
  private let scaled: PixelPlane<UInt32>
  private let scaler: OpaquePointer?

  /// - Throws: when memory could not be had.
  init(_ animation: GIFAnimation, _ geometry: GIFGeometry, isOpaque: Bool) throws(PushImageError) {
    self.geometry = geometry
    let player = GIFPlayer(animation)
    isIdentity = geometry.isIdentity(of: animation.screen)
    canvas =
      isIdentity ? player.canvas : PixelPlane(count: geometry.screen.pixelCount, repeating: geometry.filling)
    self.player = player
    scaled = PixelPlane(count: isIdentity ? 1 : geometry.scaled.pixelCount, repeating: 0)
    let isScaled = geometry.scaled != geometry.crop.size
    unsafe scaler = isScaled ? Self.scaler(geometry, isOpaque: isOpaque, into: scaled) : nil
    guard unsafe scaler != nil || !isScaled else {
      throw PushImageError(.outOfMemory, "no memory to scale an animation")
    }
  }

  private static func scaler(
    _ geometry: GIFGeometry, isOpaque: Bool, into scaled: PixelPlane<UInt32>
  ) -> OpaquePointer? {
    var scaling = cimg_scaling()
    scaling.source_width = UInt32(geometry.crop.width)
    scaling.source_height = UInt32(geometry.crop.height)
    scaling.width = UInt32(geometry.scaled.width)
    scaling.height = UInt32(geometry.scaled.height)
    scaling.channel_count = 4
    // Without transparency the fourth channel is one like the others, and always full.
    scaling.has_alpha = !isOpaque
    let output = unsafe UnsafeMutableRawPointer(scaled.base).assumingMemoryBound(to: UInt8.self)
    return unsafe withUnsafePointer(to: scaling) { unsafe cimg_scaler_create($0, output) }
  }

  deinit { if let scaler = unsafe scaler { unsafe cimg_scaler_free(scaler) } }

  /// The frame that is shown.
  var frameIndex: Int { player.frameIndex }

  /// Goes on to the next frame; false when there is none.
  ///
  /// - Parameter isShown: false leaves the screen as it is: the next frame that is shown takes the changes along.
  mutating func advance(_ bytes: Span<UInt8>, isShown: Bool = true) -> Bool {
    guard player.advance(bytes) else { return false }
    pending = pending.union(player.changed)
    guard isShown else { return true }
    defer { pending = .empty }
    guard !isIdentity else {
      changed = pending
      return true
    }
    let part = geometry.scaledPlace(of: pending)
    if let scaler = unsafe scaler { unsafe scale(part, scaler) }
    show(part)
    let place = geometry.place
    changed = PixelRectangle(x: place.x + part.x, y: place.y + part.y, width: part.width, height: part.height)
    return true
  }

  /// Makes the rows of `part` anew.
  private func scale(_ part: PixelRectangle, _ scaler: OpaquePointer) {
    guard !part.isEmpty else { return }
    let rows = unsafe cimg_scaler_restart(scaler, UInt32(part.y), UInt32(part.y + part.height))
    for y in Int(rows.first)..<Int(rows.end) {
      let offset = (geometry.crop.y + y) * player.animation.screen.width + geometry.crop.x
      let row = unsafe UnsafeRawPointer(player.canvas.base + offset)
      unsafe cimg_scaler_push(scaler, row.assumingMemoryBound(to: UInt8.self))
    }
  }

  /// Puts `part` of the scaled picture, or of what is cut out, on the screen; half transparent is opaque.
  private func show(_ part: PixelRectangle) {
    let place = geometry.place
    for y in part.rows {
      let target = unsafe canvas.base + (place.y + y) * geometry.screen.width + place.x
      let source =
        unsafe scaler == nil
        ? unsafe player.canvas.base + (geometry.crop.y + y) * player.animation.screen.width + geometry.crop.x
        : unsafe scaled.base + y * geometry.scaled.width
      for x in part.columns {
        let pixel = unsafe source[x]
        unsafe target[x] = pixel >= 0x8000_0000 ? pixel | 0xFF00_0000 : geometry.filling
      }
    }
  }
}

extension GIFStage {
  /// The used part of the old screen, as it is shown there.
  func original() -> PixelPlane<UInt32> {
    let crop = geometry.crop
    let part = PixelPlane<UInt32>(count: crop.pixelCount, repeating: 0)
    for y in 0..<crop.height {
      let offset = (crop.y + y) * player.animation.screen.width + crop.x
      unsafe (part.base + y * crop.width).update(from: player.canvas.base + offset, count: crop.width)
    }
    return part
  }
}
