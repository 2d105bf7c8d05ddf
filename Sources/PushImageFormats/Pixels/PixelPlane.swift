/// Memory for pixels that hot loops reach without a check; freed with its last owner.
@safe final class PixelPlane<Element: BitwiseCopyable> {
  let base: UnsafeMutablePointer<Element>
  let count: Int

  /// `count` equal values, at least one.
  init(count: Int, repeating value: Element) {
    self.count = max(1, count)
    unsafe base = .allocate(capacity: self.count)
    unsafe base.initialize(repeating: value, count: self.count)
  }

  deinit { unsafe base.deallocate() }
}
