/// The platforms, in the order they are listed.
public enum Platforms {
  /// One line per platform. Made when it is asked for: a run for two platforms does not pay for the others.
  private static let makers: [@Sendable () -> Platform] = [
    { .ios },
    { .androidFCM },
    { .webPush },
    { .huawei },
  ]

  /// Every platform.
  public static var all: [Platform] { makers.map { $0() } }

  /// The platform of an id.
  public static func platform(id: String) -> Platform? {
    for maker in makers {
      let platform = maker()
      if platform.id == id { return platform }
    }
    return nil
  }
}
