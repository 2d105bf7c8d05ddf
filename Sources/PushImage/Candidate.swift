internal import PushImageFormats

/// One picture as a push system would hand it to a device: its bytes, its name and what the server says it is.
///
/// The bytes are held, not copied: `[UInt8]`, `Data`, `ByteBuffer` views or anything contiguous will do.
public struct Candidate: Sendable {
  /// The file's bytes; only the beginning of them when `byteCount` is larger than `bytes.count`.
  public var bytes: any RandomAccessCollection<UInt8> & Sendable {
    switch storage {
    case .array(let bytes): bytes
    case .file(let bytes): bytes
    case .other(let bytes): bytes
    }
  }
  /// File name, last path component or whole URL path as the device would see it; nil when there is none.
  public let name: String?
  /// The `Content-Type` the server sends; empty for a response without one; nil when nothing was declared.
  public let declaredType: String?
  /// Size of the whole file in bytes.
  public let byteCount: Int
  /// What the report calls it; defaults to the name.
  public let source: String?

  /// SHA-256 of the whole file, from who read it to its end and kept only the beginning, because that begins like
  /// nothing that is verified; default: nil, and it is computed from a whole candidate.
  package var wholeDigest: String?

  private let storage: Storage

  /// The usual types by name: what is known is lent without asking the type how.
  private enum Storage: Sendable {
    case array([UInt8])
    case file(FileBytes)
    case other(any RandomAccessCollection<UInt8> & Sendable)

    init(_ bytes: some RandomAccessCollection<UInt8> & Sendable) {
      if let array = bytes as? [UInt8] {
        self = .array(array)
      } else if let file = bytes as? FileBytes {
        self = .file(file)
      } else {
        self = .other(bytes)
      }
    }
  }

  /// Makes a candidate of a whole file.
  ///
  /// - Parameters:
  ///   - bytes: the whole file, read but not copied. A collection without contiguous storage is copied once.
  ///   - name: decides the extension rules; without one they are left out.
  ///   - declaredType: checked against the bytes; without one the type rules are left out.
  ///   - source: how the report names the input; default: `name`.
  public init(
    bytes: some RandomAccessCollection<UInt8> & Sendable, name: String? = nil, declaredType: String? = nil,
    source: String? = nil
  ) {
    self.init(head: bytes, byteCount: bytes.count, name: name, declaredType: declaredType, source: source)
  }

  /// Makes a candidate of which only the beginning was read: it is judged by its header and never called intact.
  ///
  /// - Precondition: `byteCount` is at least `head.count`.
  public init(
    head: some RandomAccessCollection<UInt8> & Sendable, byteCount: Int, name: String? = nil,
    declaredType: String? = nil, source: String? = nil
  ) {
    precondition(byteCount >= head.count, "a file cannot be smaller than its beginning")
    self.storage = Storage(head)
    self.byteCount = byteCount
    self.name = name
    self.declaredType = declaredType
    self.source = source ?? name
  }

  /// Whether `bytes` is the whole file.
  public var isWhole: Bool { bytes.count == byteCount }

  /// Lends the bytes as one span.
  func withSpan<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch storage {
    case .array(let bytes): return try body(bytes.span)
    case .file(let bytes): return try bytes.withSpan(body)
    case .other(let bytes): return try Self.withSpan(of: bytes, body)
    }
  }

  private static func withSpan<Result, Failure: Error>(
    of bytes: some RandomAccessCollection<UInt8>, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let lent = bytes.withContiguousStorageIfAvailable { buffer -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try body(buffer.span)) } catch { return .failure(error) }
    }
    if let lent { return try lent.get() }
    return try body(Array(bytes).span)
  }
}
