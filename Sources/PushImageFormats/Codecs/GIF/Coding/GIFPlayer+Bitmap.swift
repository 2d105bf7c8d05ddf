/// The canvas as others want it.
extension GIFPlayer {
  /// Whether all pixels are of one colour, or transparent.
  var isBlank: Bool {
    let count = animation.screen.pixelCount
    return (1..<max(1, count)).allSatisfy { unsafe canvas.base[$0] == canvas.base[0] }
  }

  /// The canvas: `rgb`, or `rgba` where a pixel is transparent.
  func bitmap() -> Bitmap { canvas.bitmap(animation.screen) }
}

extension PixelPlane where Element == UInt32 {
  /// The first pixels as a picture: `rgb`, or `rgba` where one is transparent.
  func bitmap(_ size: PixelSize) -> Bitmap {
    let pixelCount = size.pixelCount
    precondition(pixelCount <= count)
    let isOpaque = (0..<pixelCount).allSatisfy { unsafe base[$0] != 0 }
    let layout: Bitmap.Layout = isOpaque ? .rgb : .rgba
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: pixelCount * layout.channelCount) { buffer, filled in
      var offset = 0
      for position in 0..<pixelCount {
        let pixel = unsafe base[position]
        unsafe buffer[offset] = UInt8(truncatingIfNeeded: pixel)
        unsafe buffer[offset &+ 1] = UInt8(truncatingIfNeeded: pixel &>> 8)
        unsafe buffer[offset &+ 2] = UInt8(truncatingIfNeeded: pixel &>> 16)
        if !isOpaque { unsafe buffer[offset &+ 3] = UInt8(truncatingIfNeeded: pixel &>> 24) }
        offset &+= layout.channelCount
      }
      filled = offset
    }
    return Bitmap(size: size, layout: layout, bytes: bytes)
  }
}
