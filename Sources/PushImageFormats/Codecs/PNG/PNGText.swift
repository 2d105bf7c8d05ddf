/// Words shared by the messages of PNG findings.
enum PNGText {
  /// `640 x 480`.
  static func size(_ width: Int, _ height: Int) -> String { "\(width.grouped) x \(height.grouped)" }
}
