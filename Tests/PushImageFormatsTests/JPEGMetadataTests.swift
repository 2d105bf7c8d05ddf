import Testing

@testable import PushImageFormats

@Suite struct JPEGMetadataTests {
  typealias Build = JPEGBuilder

  private func verify(_ extra: [UInt8], _ components: [Build.Component] = Build.gray) throws -> Verification {
    let verification = try verifyJPEG(Build.baseline(components, extra: extra))
    #expect(verification.integrity == .intact)
    return verification
  }

  private func exif(_ tiff: TIFFBuilder) -> [UInt8] { Build.segment(0xE1, Array("Exif\0\0".utf8) + tiff.bytes) }

  private func jfif(version: UInt8 = 1, thumbnail: (UInt8, UInt8) = (0, 0), pixels: Int = 0) -> [UInt8] {
    let start = Array("JFIF\0".utf8) + [version, 2, 0, 0, 1, 0, 1, thumbnail.0, thumbnail.1]
    return Build.segment(0xE0, start + [UInt8](repeating: 0, count: 3 * pixels))
  }

  private func adobe(_ transform: UInt8) -> [UInt8] {
    Build.segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform])
  }

  private func profile(_ number: UInt8, of total: UInt8, _ bytes: some Sequence<UInt8>) -> [UInt8] {
    Build.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [number, total] + Array(bytes))
  }

  // MARK: Facts

  @Test func `orientation, GPS and thumbnail come from EXIF`() throws {
    var tiff = TIFFBuilder()
    tiff.appendDirectory([.init(tag: 0x0112, value: 6), .init(tag: 0x8825, type: 4, value: 38)], next: 56)
    tiff.appendDirectory([.init(tag: 0, type: 1, count: 4, value: 2)])
    tiff.appendDirectory([.init(tag: 0x0201, type: 4, value: 8)])
    let verification = try verify(exif(tiff))
    #expect(verification.findings.isEmpty)
    #expect(verification.info?.orientation == 6)
    #expect(verification.info?.hasGPS == true)
    #expect(verification.info?.thumbnailCount == 1)
    #expect(verification.info?.metadataByteCount == exif(tiff).count)
    #expect(verification.segments[1].name == "APP1 Exif")
  }

  @Test func `the colour model is decided as libjpeg does`() throws {
    let four = (1...4).map { Build.Component(id: $0) }
    let named = "RGB".utf8.map { Build.Component(id: $0) }
    let three = (1...3).map { Build.Component(id: $0) }
    let cases: [([UInt8], [Build.Component], ImageInfo.ColorModel)] = [
      ([], Build.gray, .gray), ([], three, .ycbcr), ([], named, .rgb), (adobe(0), three, .rgb),
      (adobe(1), named, .ycbcr),
      (jfif(), named, .ycbcr), (jfif() + adobe(0), three, .ycbcr), ([], four, .cmyk), (adobe(0), four, .cmyk),
      (adobe(2), four, .ycck),
    ]
    for (extra, components, model) in cases {
      let verification = try verify(extra, components)
      #expect(verification.info?.colorModel == model)
      #expect(verification.findings.isEmpty)
    }
  }

  @Test func `thumbnails of every kind are counted`() throws {
    let photoshop = Array("Photoshop 3.0\0".utf8)
    let text = Array("8BIM".utf8) + [0x04, 0x04, 3, 0x61, 0x62, 0x63, 0, 0, 0, 3, 1, 2, 3, 0]
    let thumbnail = Array("8BIM".utf8) + [0x04, 0x0C, 0, 0, 0, 0, 0, 4, 1, 2, 3, 4]
    let segments =
      jfif(thumbnail: (2, 2), pixels: 4) + Build.segment(0xE0, Array("JFXX\0".utf8) + [0x10])
      + Build.segment(0xED, photoshop + text + thumbnail)
    let verification = try verify(segments)
    #expect(verification.info?.thumbnailCount == 3)
    #expect(verification.findings.isEmpty)
    #expect(verification.segments.dropFirst().prefix(3).map(\.name) == ["APP0 JFIF", "APP0 JFXX", "APP13 Photoshop"])
  }

  @Test func `a multi-picture index makes the tail further pictures`() throws {
    var index = TIFFBuilder(isLittleEndian: false)
    index.appendDirectory([.init(tag: 0xB000, type: 7, count: 4, value: 0), .init(tag: 0xB001, type: 4, value: 2)])
    let segment = Build.segment(0xE2, Array("MPF\0".utf8) + index.bytes)
    let file = Build.baseline(extra: segment) + [0, 0] + Build.baseline()
    let verification = try verifyJPEG(file)
    #expect(verification.info?.variant == .mpo)
    #expect(verification.findings.map(\.kind.id) == ["jpeg.trailing-pictures"])
    #expect(verification.integrity == .intact)
    #expect(try verify([]).info?.variant == nil)
  }

  // MARK: Colour profile

  @Test func `a colour profile is put together from its parts in any order`() throws {
    let whole = ICCBuilder(tags: [("desc", ICCBuilder.text("Display P3"))]).bytes
    let color = (1...3).map { Build.Component(id: $0) }
    let one = try verify(profile(1, of: 1, whole), color)
    let two = try verify(profile(2, of: 2, whole.dropFirst(50)) + profile(1, of: 2, whole.prefix(50)), color)
    for verification in [one, two] {
      #expect(verification.findings.isEmpty)
      #expect(verification.info?.iccByteCount == whole.count)
      #expect(verification.info?.iccColorSpace == "RGB")
      #expect(verification.info?.isWideGamut == true)
      #expect(verification.info?.metadataByteCount == 0)
    }
  }

  @Test func `broken, incomplete and wrong profiles are warnings`() throws {
    let whole = ICCBuilder().bytes
    let color = (1...3).map { Build.Component(id: $0) }
    let cases = [
      profile(1, of: 1, [0, 0, 0, 0]), profile(1, of: 1, whole.dropLast()), profile(1, of: 2, whole),
      profile(0, of: 1, whole), profile(1, of: 1, whole) + profile(1, of: 1, whole),
      profile(1, of: 1, ICCBuilder(colorSpace: "CMYK").bytes), profile(1, of: 1, ICCBuilder(colorSpace: "GRAY").bytes),
    ]
    for extra in cases { #expect(try verify(extra, color).findings.map(\.kind.id) == ["jpeg.malformed-icc"]) }
  }

  @Test(arguments: [
    ("<rdf:Description exif:GPSLatitude='52,30.5N'/>", true), ("<exif:GPSLongitude>13,24E</exif:GPSLongitude>", true),
    ("<rdf:Description exif:GPS='' tiff:Make='G'/>", false),
  ])
  func `a position in XMP is a position`(text: String, isPosition: Bool) throws {
    for name in ["http://ns.adobe.com/xap/1.0/\0", "http://ns.adobe.com/xmp/extension/\0"] {
      let segment = Build.segment(0xE1, Array((name + text).utf8))
      #expect(try #require(verify(segment).info).hasGPS == isPosition)
    }
    #expect(try #require(verify(Build.segment(0xFE, Array(text.utf8))).info).hasGPS == false)
  }

  // MARK: Broken metadata

  @Test func `broken metadata is a warning and the file stays intact`() throws {
    var circle = TIFFBuilder()
    circle.appendDirectory([.init(tag: 0x0112, value: 1)], next: 8)
    let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    let cases = [
      exif(circle), Build.segment(0xE1, Array("Exif\0".utf8)), Build.segment(0xE1, Array("Exif\0\0".utf8) + [1, 2, 3]),
      jfif(version: 2), jfif(thumbnail: (9, 9), pixels: 1), Build.segment(0xE0, Array("JFIF\0".utf8) + [1]),
      Build.segment(0xE1, xmp), Build.segment(0xE1, xmp + Array("<!DOCTYPE lolz [<!ENTITY a \"b\">]>".utf8)),
      Build.segment(0xE2, Array("MPF\0".utf8) + [1]),
    ]
    for extra in cases {
      let found = try verify(extra).findings
      #expect(found.map(\.kind.id) == ["jpeg.malformed-metadata"], "\(extra.prefix(40))")
      #expect(found.first?.severity == .warning)
    }
    let color = (1...3).map { Build.Component(id: $0) }
    #expect(try verify(adobe(9), color).findings.map(\.kind.id) == ["jpeg.malformed-metadata"])
    let good = Build.segment(0xE1, xmp + Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8))
    #expect(try verify(good).findings.isEmpty)
  }

  @Test func `the same trouble is told once`() throws {
    let broken = Build.segment(0xE1, Array("Exif\0\0".utf8))
    let many = Array(repeatElement(broken, count: 2_000).joined())
    #expect(try verify(many).findings.count == 1)
  }

  // MARK: Places where markup may hide

  @Test func `comments, unknown segments and tails are text ranges, at most 64`() throws {
    let comment = Build.segment(0xFE, Array("<script>".utf8))
    let file = Build.baseline(extra: comment) + Array("<?php".utf8)
    let ranges = try verifyJPEG(file).textRanges
    #expect(ranges == [6..<14, file.count - 5..<file.count])
    let many = Array(repeatElement(comment, count: 200).joined())
    let all = try verifyJPEG(Build.baseline(extra: many) + [1]).textRanges
    #expect(all.count == 64)
    #expect(all.last?.upperBound == Build.baseline(extra: many).count + 1)
  }
}
