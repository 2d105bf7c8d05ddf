/// The version of this package.
public enum PushImageVersion {
  /// Semantic version.
  public static let current = "0.1.0"
}
