internal import PushImageFormats

/// The payloads of a file: one, an array of them, or JSON Lines (one a line; empty lines do not count).
///
/// Lines are read one at a time while the sequence is walked, so that a campaign takes no more memory than its text.
public struct PayloadFile: Sequence, Sendable {
  /// A payload and where it stands.
  public struct Entry: Sendable {
    /// What it says. Of text that is no JSON there are only findings.
    public let payload: Payload
    /// Counted from 0 in an array or in JSON Lines; nil when the file is one payload.
    public let index: Int?
    /// The line it begins on, counted from 1; nil when nothing was read.
    public let line: Int?
  }

  /// Longer files are not read at all.
  public static let maxByteCount = 10_485_760

  private let bytes: [UInt8]
  private let options: PayloadOptions

  /// Keeps the text; nothing is read yet.
  public init(_ bytes: [UInt8], options: PayloadOptions = PayloadOptions()) {
    self.bytes = bytes
    self.options = options
  }

  /// Walks the payloads in the order of the file; there is at least one.
  public func makeIterator() -> Iterator { Iterator(bytes, options: options) }

  /// Reads one payload after the other.
  public struct Iterator: IteratorProtocol {
    private var entries: [JSONValue] = []
    private var isArray = false
    private var count = 0
    private var pendingFindings: [Finding] = []
    private var lines: LineWalk?
    private var unread: [Finding]?
    private let options: PayloadOptions

    fileprivate init(_ bytes: [UInt8], options: PayloadOptions) {
      self.options = options
      if let findings = PayloadFile.unreadable(bytes) {
        unread = findings
        return
      }
      do {
        let document = try JSONDocument(bytes)
        pendingFindings = document.findings
        isArray = document.value.elements != nil
        entries = document.value.elements ?? [document.value]
        if entries.isEmpty { unread = [Finding(PayloadFindings.empty, "array has no payloads")] }
      } catch {
        if LineWalk.isLikely(bytes) {
          lines = LineWalk(bytes)
        } else {
          unread = [Finding(notJSON: error)]
        }
      }
    }

    /// The next payload, or what stands for one that could not be read.
    public mutating func next() -> Entry? {
      if let findings = unread {
        unread = nil
        return Entry(payload: Payload(unreadBecause: findings), index: nil, line: nil)
      }
      if lines != nil { return nextLine() }
      guard count < entries.count else { return nil }
      defer { count += 1 }
      var payload = Payload(entries[count], options: options)
      // What is wrong with the text is said once, with the first payload.
      if count == 0 { payload = payload.adding(pendingFindings) }
      return Entry(payload: payload, index: isArray ? count : nil, line: entries[count].location.line)
    }

    private mutating func nextLine() -> Entry? {
      guard let line = lines?.next() else { return nil }
      defer { count += 1 }
      let payload: Payload
      do {
        let document = try JSONDocument(line.bytes)
        payload = Payload(document.value, options: options).adding(document.findings)
      } catch {
        payload = Payload(unreadBecause: [Finding(notJSON: error.moved(byLines: line.number - 1, bytes: line.offset))])
      }
      return Entry(payload: payload, index: count, line: line.number)
    }
  }

  private static func unreadable(_ bytes: [UInt8]) -> [Finding]? {
    if bytes.count > maxByteCount {
      return [
        Finding(
          PayloadFindings.fileTooLarge,
          "file is \(bytes.count.grouped) bytes; this tool reads at most \(maxByteCount.grouped)", actual: bytes.count,
          limit: maxByteCount, unit: .bytes)
      ]
    }
    return bytes.allSatisfy { $0 <= 0x20 } ? [Finding(PayloadFindings.empty, "file is empty")] : nil
  }
}

extension Payload {
  /// The same with what was found in the text in front.
  fileprivate func adding(_ findings: [Finding]) -> Payload {
    if findings.isEmpty { return self }
    return Payload(
      type: type, images: images, findings: findings + self.findings, addressedPlatforms: addressedPlatforms,
      byteCount: byteCount, json: json)
  }
}
