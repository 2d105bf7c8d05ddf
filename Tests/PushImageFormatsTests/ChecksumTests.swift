import Testing

@testable import PushImageFormats

/// The checksums by wide instructions beside the definitions.
@Suite struct ChecksumTests {
  @Test func `CRC-32 of any length and place is that of PNG`() {
    var random = GIFSeededRandom(seed: 1)
    let bytes = (0..<1_200).map { _ in UInt8.random(in: 0...255, using: &random) }
    for count in Array(0...300) + [511, 512, 513, 1_000, 1_100] {
      let start = count % 37
      let piece = Array(bytes[start..<start + count])
      #expect(Checksum.crc32(piece.span) == PNGBuilder.crc32(piece), "\(count)")
    }
  }

  @Test func `Adler-32 of any length is that of zlib`() {
    var random = GIFSeededRandom(seed: 2)
    let noise = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let largest = [UInt8](repeating: 255, count: 20_000)
    for bytes in [noise, largest] {
      for count in Array(0...140) + [5_503, 5_504, 5_505, 11_007, 20_000] {
        let piece = Array(bytes.prefix(count))
        #expect(Checksum.adler32(1, piece.span) == PNGBuilder.adler32(piece), "\(count)")
        let start = 65_520 << 16 | 65_520 as UInt32
        var (low, high) = (start & 0xFFFF, start >> 16)
        for byte in piece {
          low = (low + UInt32(byte)) % 65_521
          high = (high + low) % 65_521
        }
        #expect(Checksum.adler32(start, piece.span) == high << 16 | low, "\(count)")
      }
    }
  }
}
