public import PushImageFormats

extension Policy {
  /// Reads a policy file: `{"platforms":{"ios":{"maxByteCount":5000000}},"limits":{"maxPixelCount":null}}`.
  ///
  /// Keys of `platforms` are `Platform.id`s and hold `Limit.Key`s of limits which that platform has; keys of `limits`
  /// are the names of the properties of `Limits`. `null` takes a limit away; what is left out stays as it is.
  /// - Throws: `PushImageError` with code `invalidPolicy`, naming the key, its place and the keys that exist.
  public init(json: [UInt8]) throws(PushImageError) {
    let document: JSONValue
    do {
      document = try JSONReader.read(json)
    } catch {
      throw PushImageError(.invalidPolicy, "policy is not JSON", underlying: error.description)
    }
    self.init()
    for member in try Self.members(of: document, "the policy") {
      switch member.key {
      case "platforms":
        for platform in try Self.members(of: member.value, "platforms") { try readPlatform(platform) }
      case "limits":
        for limit in try Self.members(of: member.value, "limits") { try readOwnLimit(limit) }
      default: throw Self.unknown(member, "key", ["platforms", "limits"])
      }
    }
  }

  private mutating func readPlatform(_ member: JSONValue.Member) throws(PushImageError) {
    guard let platform = Platforms.platform(id: member.key) else {
      throw Self.unknown(member, "platform", Platforms.all.map(\.id))
    }
    for entry in try Self.members(of: member.value, member.key) {
      guard let limit = platform.limits.first(where: { $0.key.rawValue == entry.key }) else {
        throw Self.unknown(entry, "limit of \(platform.id)", platform.limits.map(\.key.rawValue))
      }
      let isWhole = limit.unit != .ratio
      setLimit(
        limit.key, on: platform.id, to: try Self.number(entry, isWhole: isWhole, allowsZero: limit.key != .aspectRatio))
    }
  }

  private mutating func readOwnLimit(_ member: JSONValue.Member) throws(PushImageError) {
    if let property = Self.wholeLimits.first(where: { $0.key == member.key })?.property {
      limits[keyPath: property] = try Self.number(member, isWhole: true, allowsZero: false).map { Int($0) }
    } else if member.key == "maxCPUSeconds" {
      limits.maxCPUSeconds = try Self.number(member, isWhole: false, allowsZero: false)
    } else {
      throw Self.unknown(member, "limit", Self.wholeLimits.map(\.key) + ["maxCPUSeconds"])
    }
  }

  private typealias WholeLimit = (key: String, property: any WritableKeyPath<Limits, Int?> & Sendable)

  private static let wholeLimits: [WholeLimit] = [
    ("maxByteCount", \.maxByteCount),
    ("maxPixelCount", \.maxPixelCount),
    ("maxFrameCount", \.maxFrameCount),
    ("maxTotalPixelCount", \.maxTotalPixelCount),
    ("maxDecodedPixelCount", \.maxDecodedPixelCount),
    ("maxScanCount", \.maxScanCount),
    ("maxScanBlockCount", \.maxScanBlockCount),
    ("maxMarkerCount", \.maxMarkerCount),
    ("maxCoefficientByteCount", \.maxCoefficientByteCount),
    ("maxChunkCount", \.maxChunkCount),
    ("maxMetadataChunkByteCount", \.maxMetadataChunkByteCount),
    ("maxMetadataByteCount", \.maxMetadataByteCount),
  ]

  // MARK: Values

  private static func members(of value: JSONValue, _ what: String) throws(PushImageError) -> [JSONValue.Member] {
    if let members = value.members { return members }
    throw invalid("\(what) is \(value.kindName), not an object", at: value.location)
  }

  /// Nil for `null`. Numbers above 2^53 are refused, since a `Double` would not hold them exactly.
  private static func number(
    _ member: JSONValue.Member, isWhole: Bool, allowsZero: Bool
  ) throws(PushImageError) -> Double? {
    if member.value.isNull { return nil }
    let wanted = "\(isWhole ? "a whole number" : "a number") \(allowsZero ? "of at least" : "above") 0, or null"
    guard let number = member.value.number else {
      throw invalid("\(member.key) is \(member.value.kindName), not \(wanted)", at: member.value.location)
    }
    guard let value = number.double, value >= 0, allowsZero || value > 0, value <= 0x1p53,
      !isWhole || value == value.rounded()
    else { throw invalid("\(member.key) is \(quoted(number.text)), not \(wanted)", at: member.value.location) }
    return value
  }

  private static func unknown(_ member: JSONValue.Member, _ what: String, _ known: [String]) -> PushImageError {
    invalid(
      "unknown \(what) \(quoted(member.key)); known are \(known.joined(separator: ", "))", at: member.keyLocation)
  }

  private static func invalid(_ message: String, at place: JSONValue.Location) -> PushImageError {
    PushImageError(.invalidPolicy, "policy, \(place): \(message)")
  }
}
