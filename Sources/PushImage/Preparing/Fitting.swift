public import PushImageFormats

/// The largest size that is wanted. Pictures are never enlarged.
public enum Fitting: Sendable, Hashable {
  /// Whatever the platforms take or advise: the smallest of their largest widths, heights and decoded sizes.
  case platform
  /// Inside these bounds, as shown.
  case size(PixelSize)
}
