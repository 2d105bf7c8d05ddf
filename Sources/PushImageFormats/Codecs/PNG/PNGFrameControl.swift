/// What an fcTL chunk says of one frame.
struct PNGFrameControl: Sendable {
  static let byteCount = 26

  let sequenceNumber: Int
  let width: Int
  let height: Int
  let x: Int
  let y: Int
  /// A delay of n/0 means n/100 seconds.
  let delaySeconds: Double
  /// Dispose operation 0…2 and blend operation 0…1.
  let hasKnownOperations: Bool

  /// Reads the 26 bytes at `offset`; nil when the bytes end before.
  init?(_ bytes: Span<UInt8>, at offset: Int) {
    guard let sequenceNumber = bytes.bigEndian32(at: offset), let width = bytes.bigEndian32(at: offset + 4),
      let height = bytes.bigEndian32(at: offset + 8), let x = bytes.bigEndian32(at: offset + 12),
      let y = bytes.bigEndian32(at: offset + 16), let numerator = bytes.bigEndian16(at: offset + 20),
      let denominator = bytes.bigEndian16(at: offset + 22), let dispose = bytes.byte(at: offset + 24),
      let blend = bytes.byte(at: offset + 25)
    else { return nil }
    self.sequenceNumber = sequenceNumber
    self.width = width
    self.height = height
    self.x = x
    self.y = y
    delaySeconds = Double(numerator) / Double(denominator == 0 ? 100 : denominator)
    hasKnownOperations = dispose <= 2 && blend <= 1
  }

  /// Whether the frame has pixels and lies within the image. 32-bit numbers add up without overflow.
  func fits(_ header: PNGHeader) -> Bool {
    width > 0 && height > 0 && x + width <= header.width && y + height <= header.height
  }

  /// Whether it is the whole image, as the frame made of the IDAT chunks must be.
  func covers(_ header: PNGHeader) -> Bool {
    x == 0 && y == 0 && width == header.width && height == header.height
  }
}
