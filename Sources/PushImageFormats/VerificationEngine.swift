/// Who reads the pixels of a file when it is verified. Everything around them is read by the same code either way.
public enum VerificationEngine: String, Sendable, CaseIterable {
  /// Our own walkers: every entropy-coded symbol is read and no pixel is made. What they do not understand goes to the
  /// reference.
  case native
  /// The formats' own libraries: libpng, libjpeg-turbo and giflib.
  case reference

  /// The native engine.
  public static let `default` = VerificationEngine.native
}
