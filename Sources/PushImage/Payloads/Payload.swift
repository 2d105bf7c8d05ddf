public import PushImageFormats

/// What a campaign's payload says about pictures: where they are, for whom, and what is wrong with it. Hermetic: no URL
/// was asked for.
public struct Payload: Sendable {
  /// Whose form it has.
  public let type: PayloadType
  /// Every place that names a picture, those that no device reads included, in the order of the sender's precedence.
  public let images: [ImageSlot]
  /// About the payload and its URLs, with the JSON pointer as location; `platform` says whom a finding concerns.
  public let findings: [Finding]
  /// `Platform.id`s of the devices that the payload is for, with or without a picture; empty for a message of data only
  /// and for what could not be read.
  public let addressedPlatforms: [String]
  /// Size in bytes as the vendor counts it: for Firebase the UTF-8 of keys and values of what one device gets, else the
  /// payload as JSON without white space.
  public let byteCount: Int
  /// The payload as it was given; nil when the text is no JSON.
  package let json: JSONValue?

  package init(
    type: PayloadType, images: [ImageSlot], findings: [Finding], addressedPlatforms: [String], byteCount: Int,
    json: JSONValue?
  ) {
    self.type = type
    self.images = images
    self.findings = findings
    self.addressedPlatforms = addressedPlatforms
    self.byteCount = byteCount
    self.json = json
  }
}
