/// The tool could not work. Never used for a property of the image: that is a `Finding`.
public struct PushImageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// An open set of codes; compare by code.
  public struct Code: Sendable, Hashable, RawRepresentable {
    /// The stable text.
    public let rawValue: String

    /// A code by its stable text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Memory for the work could not be had.
    public static let outOfMemory = Code(rawValue: "out-of-memory")
    /// A file or stream could not be read.
    public static let unreadable = Code(rawValue: "unreadable")
    /// A file could not be written.
    public static let unwritable = Code(rawValue: "unwritable")
    /// A file changed while it was read.
    public static let changedWhileRead = Code(rawValue: "changed-while-read")
    /// The policy file is not one.
    public static let invalidPolicy = Code(rawValue: "invalid-policy")
    /// Pixels were asked for that the format's library cannot make.
    public static let undecodable = Code(rawValue: "undecodable")
    /// The format cannot hold what was asked for.
    public static let unencodable = Code(rawValue: "unencodable")
    /// A library that only some work needs is not installed.
    public static let missingLibrary = Code(rawValue: "missing-library")
  }

  /// Which failure; an open set.
  public let code: Code
  /// What happened to what, in words for a person.
  public let message: String
  /// The system's or library's own words, where there are any.
  public let underlying: String?

  /// Makes an error.
  public init(_ code: Code, _ message: String, underlying: String? = nil) {
    self.code = code
    self.message = message
    self.underlying = underlying
  }

  /// The message with the underlying text.
  public var description: String { underlying.map { "\(message): \($0)" } ?? message }
}
