/// The platforms, in the order they are listed.
public enum Platforms {
  /// One line per platform.
  public static let all: [Platform] = [
    .ios,
    .androidFCM,
    .webPush,
    .huawei,
  ]

  /// The platform of an id.
  public static func platform(id: String) -> Platform? { all.first { $0.id == id } }
}
