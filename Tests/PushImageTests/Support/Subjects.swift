import PushImage

extension Subject {
  /// A picture that no rule has anything to say about on iOS and Android, changed as a test wants it.
  static func picture(
    name: String? = nil, declaredType: String? = nil, byteCount: Int = 50_000, format: ImageFormat? = .jpeg,
    width: Int = 1_024, height: Int = 512, integrity: Integrity = .intact,
    change: (inout ImageInfo) -> Void = { _ in }
  ) -> Subject {
    var info = ImageInfo(width: width, height: height, bitDepth: 8, colorModel: .ycbcr)
    change(&info)
    return Subject(
      name: name, declaredType: declaredType, byteCount: byteCount, format: format, info: info, integrity: integrity)
  }
}

extension Rule {
  /// Ids of what the rule finds, of the file and on the platform.
  func ids(_ subject: Subject, on platform: Platform) -> [String] {
    (findings(for: subject) + findings(for: subject, on: platform)).map(\.kind.id)
  }
}
