@testable import PushImageFormats

extension Inflater {
  /// What our own inflater says, given so many bytes at a time (0: all), asked for so many (0: as many as it likes).
  static func outcome(_ stream: [UInt8], pieces: Int = 0, limit: Int = 0, capacity: Int = 1 << 26) -> (
    outcome: InflateOutcome, fault: InflateFault?
  )? {
    var inflater = Inflater()
    var output: [UInt8] = []
    var start = 0
    while start < stream.count {
      let end = pieces > 0 ? min(stream.count, start + pieces) : stream.count
      let piece = stream.span.extracting(start..<end)
      var position = 0
      reading: while true {
        let wanted = limit > 0 ? limit - output.count % limit : nil
        let step = inflater.read(piece, &position, limit: wanted)
        inflater.withOutput { bytes in bytes.withUnsafeBufferPointer { output += $0 } }
        guard output.count <= capacity else { return nil }
        switch step {
        case .output: break
        case .wantsInput: break reading
        case .ended: return (InflateOutcome(end: .whole, output: output, usedByteCount: start + position), nil)
        case .failed(.checksum): return (InflateOutcome(end: .checksum, output: output), .checksum)
        case .failed(let fault): return (InflateOutcome(end: .malformed, output: output), fault)
        }
      }
      start = end
    }
    return (InflateOutcome(end: .cut, output: output), nil)
  }
}
