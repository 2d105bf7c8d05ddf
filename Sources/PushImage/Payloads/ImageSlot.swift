/// One place of a payload that names a picture.
public struct ImageSlot: Sendable, Hashable {
  /// What a device does with the picture.
  public enum Role: String, Sendable {
    /// The picture of the notification; the only role that is held against the limits of platforms.
    case image
    /// The small picture beside the text.
    case icon
    /// The monochrome mark in a status bar.
    case badge
    /// A sound or a movie.
    case media
  }

  /// JSON pointer (RFC 6901) from the payload's own root. What stands in a string that holds JSON itself is behind a
  /// `#`: `/payload#/image_attachment` is `image_attachment` in the text at `/payload`.
  public var pointer: String { place.description }
  /// The same, for programs that look there again.
  package let place: JSONPointer
  /// As the payload has it; not checked for being a URL.
  public let url: String
  /// `Platform.id`s whose devices load it, after the sender's own precedence; empty when no device does.
  public let platforms: [String]
  /// Ids of the clients that load it unless others are asked for.
  public let clients: [String]
  /// What a device does with the picture.
  public let role: Role
  /// What else of the payload a client looks at, by dotted key as it arrives on the device: `ab.att.type`,
  /// `ct_mediaType`, `typeHint`, `id`, `options.crop.fault` (what is wrong with Airship's crop). Absent is absent there.
  public let deviceFields: [String: String]
  /// Why iOS starts no service extension for this payload, as messages say it; nil when nothing in the payload stands
  /// in the way. Concerns iOS clients only.
  public package(set) var extensionObstacle: String?

  package init(
    place: JSONPointer, url: String, platforms: [String], clients: [String], role: Role = .image,
    deviceFields: [String: String] = [:]
  ) {
    self.place = place
    self.url = url
    self.platforms = platforms
    self.clients = clients
    self.role = role
    self.deviceFields = deviceFields
  }
}
