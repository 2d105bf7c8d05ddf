import Testing

@testable import PushImageFormats

@Suite struct SniffVariantTests {
  private let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private func chunk(_ type: String, byteCount: Int = 0) -> [UInt8] {
    [0, 0, UInt8(byteCount >> 8), UInt8(byteCount & 0xFF)] + Array(type.utf8)
      + [UInt8](repeating: 0, count: byteCount + 4)
  }

  private func variant(_ bytes: [UInt8], _ format: ImageFormat) -> ImageInfo.Variant? {
    Sniffer.variant(bytes.span, of: format)
  }

  @Test func animationControlCountsOnlyBeforeTheImageData() {
    let header = signature + chunk("IHDR", byteCount: 13)
    #expect(variant(header + chunk("acTL", byteCount: 8) + chunk("IDAT"), .png) == .apng)
    #expect(variant(header + chunk("IDAT") + chunk("acTL", byteCount: 8), .png) == nil)
    #expect(variant(header, .png) == nil)
  }

  @Test func theAppleChunkStandsFirst() {
    #expect(variant(signature + chunk("CgBI", byteCount: 4) + chunk("IHDR", byteCount: 13), .png) == .cgbi)
    #expect(variant(signature + chunk("IHDR", byteCount: 13) + chunk("CgBI", byteCount: 4), .png) == nil)
  }

  @Test func theMultiPictureIndexStandsBeforeTheScan() {
    let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0]
    let index: [UInt8] = [0xFF, 0xE2, 0, 6] + Array("MPF\0".utf8)
    let scan: [UInt8] = [0xFF, 0xDA, 0, 2]
    #expect(variant(start + index, .jpeg) == .mpo)
    #expect(variant(start + [0xFF] + index, .jpeg) == .mpo)
    #expect(variant(start + scan + index, .jpeg) == nil)
    #expect(variant(start, .jpeg) == nil)
  }

  @Test func hostileLengthsEndTheWalk() {
    let hostile: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF] + Array("IHDR".utf8)
    #expect(variant(signature + hostile, .png) == nil)
    #expect(variant([0xFF, 0xD8, 0xFF, 0xE1, 0, 0], .jpeg) == nil)
    #expect(variant([0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 9000), .jpeg) == nil)
    #expect(variant([], .png) == nil)
    #expect(variant([1, 2, 3], .gif) == nil)
  }
}
