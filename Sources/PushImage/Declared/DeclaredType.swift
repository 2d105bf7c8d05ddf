public import PushImageFormats

/// What a server says of a file by its `Content-Type`.
public enum DeclaredType: Sendable, Hashable {
  /// The response has no such field, or an empty one.
  case missing
  /// The field is there and is no media type; the text says why.
  case malformed(field: String, reason: String)
  /// A media type.
  case type(MediaType)

  /// Reads the field value; empty or blank text stands for a response without the field.
  public init(_ field: String) {
    guard field.utf8.contains(where: { $0 != 0x20 && $0 != 0x09 }) else {
      self = .missing
      return
    }
    do {
      self = .type(try MediaType(parsing: field))
    } catch {
      self = .malformed(field: field, reason: "\(error.message) at byte \(error.byteOffset)")
    }
  }

  /// The media type when it says something: neither missing, nor malformed, nor generic.
  public var specificType: MediaType? {
    guard case .type(let type) = self, !type.isGeneric else { return nil }
    return type
  }

  /// The format that it promises; nil when it promises none that is known.
  public var format: ImageFormat? { specificType.flatMap { ImageFormats.format(mediaType: $0.essence) } }
}
