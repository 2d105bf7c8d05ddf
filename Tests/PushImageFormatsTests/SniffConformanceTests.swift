import Testing

@testable import PushImageFormats

@Suite struct SniffConformanceTests {
  /// What libmagic calls what we know under another name.
  private static let formatByLibmagic: [String: ImageFormat] = [
    "image/bmp": .bmp, "image/webp": .webp, "image/avif": .avif, "image/jp2": .jp2, "image/x-jp2-codestream": .jp2,
    "image/jxl": .jxl, "image/tiff": .tiff, "image/vnd.adobe.photoshop": .psd, "image/svg+xml": .svg,
    "image/vnd.microsoft.icon": .ico, "application/pdf": .pdf, "application/zip": .zip, "application/gzip": .gzip,
    "application/json": .json, "video/quicktime": .mov, "video/x-matroska": .mkv, "video/x-msvideo": .avi,
  ]

  private func sniff(_ bytes: [UInt8]) -> ImageFormat? { Sniffer.sniff(bytes.span) }

  @Test func theFirstBytesOfEveryCorpusFileAreToldRight() throws {
    guard let oracle = CorpusOracle.shared else { return }
    var misses: [String] = []
    for row in oracle.rows {
      let bytes = try oracle.bytes(of: row)
      // The oracle calls FF D8 a JPEG; without the marker that must follow, no decoder reads on.
      if row.expect == "reject", row.type == "JPEG", bytes.count > 2, bytes[2] != 0xFF { continue }
      let name = sniff(bytes)?.name ?? ""
      let isVerified = ["png", "jpeg", "gif"].contains(name)
      let isRight = row.expect == "not-image" ? !isVerified : name == row.type.lowercased()
      if !isRight { misses.append("\(row.file): \(name)") }
    }
    #expect(oracle.rows.count > 3000)
    #expect(misses.isEmpty)
  }

  @Test func otherFormatsAreNamedAsLibmagicNamesThem() throws {
    guard let oracle = CorpusOracle.shared else { return }
    var misses: [String] = []
    for row in oracle.rows where row.expect == "not-image" {
      let name = sniff(try oracle.bytes(of: row))?.name ?? "nothing"
      guard let expected = Self.formatByLibmagic[row.libmagic] else { continue }
      if name != expected.name { misses.append("\(row.file) is \(row.libmagic) to libmagic, \(name) to us") }
    }
    #expect(misses.isEmpty)
  }
}
