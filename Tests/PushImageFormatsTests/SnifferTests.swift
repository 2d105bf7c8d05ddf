import Testing

@testable import PushImageFormats

@Suite struct SnifferTests {
  private func sniff(_ bytes: [UInt8]) -> ImageFormat? { Sniffer.sniff(bytes.span) }

  /// The fewest bytes that carry a signature; the gaps between its parts are zero.
  private func bytes(of signature: Signature) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: signature.byteCount)
    for part in signature.parts {
      bytes.replaceSubrange(part.byteOffset..<part.byteOffset + part.bytes.count, with: part.bytes)
    }
    return bytes
  }

  @Test(arguments: Signature.all.indices)
  func aSignatureIsToldByAllItsBytesAndNoFewer(index: Int) {
    let signature = Signature.all[index]
    let whole = bytes(of: signature)
    #expect(sniff(whole) == signature.format)
    #expect(sniff(whole + [0, 0, 0, 0]) == signature.format)
    for count in 0..<whole.count { #expect(sniff(Array(whole.prefix(count))) == nil) }
  }

  @Test(arguments: Signature.all.indices)
  func aSignatureWithOneChangedByteIsNothing(index: Int) {
    let signature = Signature.all[index]
    let whole = bytes(of: signature)
    let others = Signature.all.map { bytes(of: $0) }
    for part in signature.parts {
      for offset in part.byteOffset..<part.byteOffset + part.bytes.count {
        for change: UInt8 in [0x01, 0x20, 0x80, 0xFF] {
          var changed = whole
          changed[offset] ^= change
          guard !others.contains(changed) else { continue }
          #expect(sniff(changed) == nil, "byte \(offset) of \(signature.format.name) xor \(change)")
        }
      }
    }
  }

  @Test func noSignatureIsTheBeginningOfAnother() {
    let all = Signature.all.map { bytes(of: $0) }
    for (index, one) in all.enumerated() {
      for (other, longer) in all.enumerated() where index != other { #expect(!longer.starts(with: one)) }
    }
  }

  @Test func anUnknownGIFVersionIsNoGIF() {
    #expect(sniff(Array("GIF88a".utf8)) == nil)
    #expect(sniff(Array("GIF89b".utf8)) == nil)
    #expect(sniff(Array("gif89a".utf8)) == nil)
  }

  @Test func nothingAndTextAreNoFormat() {
    #expect(sniff([]) == nil)
    #expect(sniff(Array("Not Found".utf8)) == nil)
    #expect(sniff(Array("BMW sells cars, and this sentence is longer than a bitmap's header.".utf8)) == nil)
    #expect(sniff(Array("P1 is the first priority".utf8)) == nil)
  }

  @Test func neverLooksPastFourKibibytes() {
    var bytes = [UInt8](repeating: 0x20, count: Sniffer.maxByteCount)
    bytes += Array("<html>".utf8)
    #expect(sniff(bytes) == nil)
    #expect(sniff(Array(bytes.dropFirst(6))) == .html)
  }

  // MARK: ISO base media

  private func fileType(_ major: String, _ compatible: [String] = []) -> [UInt8] {
    let body = Array("ftyp".utf8) + Array(major.utf8) + [0, 0, 0, 0] + compatible.flatMap { Array($0.utf8) }
    return [0, 0, 0, UInt8(body.count + 4)] + body
  }

  @Test(
    arguments: [
      ("avif", [], "avif"), ("avis", ["msf1"], "avif"), ("heic", ["mif1"], "heic"), ("heix", [], "heic"),
      ("hevc", [], "heic"), ("mif1", ["mif1", "avif"], "avif"), ("mif1", ["mif1", "heic"], "heic"),
      ("msf1", ["msf1", "avis"], "avif"), ("msf1", ["hevc"], "heic"), ("isom", ["avc1"], "mp4"),
      ("mp42", [], "mp4"), ("M4A ", [], "mp4"), ("qt  ", [], "mov"), ("xxxx", ["mp41"], "mp4"),
    ] as [(String, [String], String)])
  func brandsTellTheIsoMediaFormats(major: String, compatible: [String], name: String) {
    #expect(sniff(fileType(major, compatible) + [0, 0, 0, 8])?.name == name)
  }

  @Test func unknownBrandsAreNothing() {
    #expect(sniff(fileType("xxxx")) == nil)
    #expect(sniff(fileType("crx ", ["isom"])) == nil)
    #expect(sniff(Array("    ftyp".utf8)) == nil)
    // A brand that stands behind the box is not one of its brands.
    #expect(sniff(fileType("mif1") + Array("avif".utf8)) == .heic)
  }

  @Test func oldQuickTimeMoviesHaveNoFileType() {
    #expect(sniff([0, 0, 0, 8] + Array("wide".utf8)) == .mov)
    #expect(sniff([0, 0, 2, 8] + Array("moov".utf8)) == .mov)
  }

  // MARK: EBML

  @Test func theDocTypeTellsWebMFromMatroska() {
    func file(_ type: String) -> [UInt8] {
      let fields: [UInt8] = [0x42, 0x86, 0x81, 1] + [0x42, 0x82, 0x80 | UInt8(type.utf8.count)] + Array(type.utf8)
      return [0x1A, 0x45, 0xDF, 0xA3, 0x80 | UInt8(fields.count)] + fields
    }
    #expect(sniff(file("webm")) == .webm)
    #expect(sniff(file("matroska")) == .mkv)
    #expect(sniff(file("other")) == nil)
    #expect(sniff([0x1A, 0x45, 0xDF, 0xA3]) == nil)
    #expect(sniff([0x1A, 0x45, 0xDF, 0xA3, 0xFF, 0, 0, 0]) == nil)
  }

  // MARK: Bitmaps and icons

  @Test func aBitmapNeedsASaneHeader() {
    var bytes: [UInt8] = Array("BM".utf8) + [UInt8](repeating: 0, count: 28)
    bytes[14] = 40
    bytes[26] = 1
    bytes[28] = 24
    #expect(sniff(bytes) == .bmp)
    #expect(sniff(Array(bytes.dropLast())) == nil)
    bytes[28] = 23
    #expect(sniff(bytes) == nil)
  }

  @Test func anIconNeedsASaneDirectory() {
    let icon: [UInt8] = [0, 0, 1, 0, 1, 0] + [16, 16, 0, 0, 1, 0, 32, 0, 40, 1, 0, 0, 22, 0, 0, 0]
    #expect(sniff(icon) == .ico)
    #expect(sniff(Array(icon.dropLast())) == nil)
    var cursor = icon
    cursor[2] = 2
    #expect(sniff(cursor) == .cur)
    var empty = icon
    empty[4] = 0
    #expect(sniff(empty) == nil)
    var overlapping = icon
    overlapping[18] = 21
    #expect(sniff(overlapping) == nil)
  }

  @Test(arguments: ["P1\n2 2\n", "P3 # comment\n2 2", "P6\t640\n480 ", "P7\nWIDTH 3\n"])
  func portableMapsAreToldByTheirNumbers(text: String) {
    #expect(sniff(Array(text.utf8)) == .pnm)
  }
}
