import Testing

@testable import PushImageFormats

@Suite struct ExifScannerTests {
  private func scan(_ builder: TIFFBuilder) -> ExifFacts { ExifScanner.scan(builder.bytes.span) }

  private static let orientation = TIFFBuilder.Entry(tag: 0x0112, value: 6)

  @Test(arguments: [true, false]) func `orientation is read in both byte orders`(littleEndian: Bool) {
    var tiff = TIFFBuilder(isLittleEndian: littleEndian)
    tiff.appendDirectory([Self.orientation])
    #expect(
      scan(tiff) == ExifFacts(orientation: 6, hasGPS: false, hasThumbnail: false, isMalformed: false))
  }

  @Test func `an orientation of 0 is none`() {
    var tiff = TIFFBuilder()
    tiff.appendDirectory([TIFFBuilder.Entry(tag: 0x0112, value: 0)])
    #expect(scan(tiff) == ExifFacts(orientation: nil, hasGPS: false, hasThumbnail: false, isMalformed: false))
  }

  @Test(arguments: [9, 255, 65_535]) func `an orientation outside 1 to 8 is malformed and not reported`(value: Int) {
    var tiff = TIFFBuilder()
    tiff.appendDirectory([TIFFBuilder.Entry(tag: 0x0112, value: value)])
    let facts = scan(tiff)
    #expect(facts.orientation == nil)
    #expect(facts.isMalformed)
  }

  @Test(arguments: [1, 4, 9]) func `an orientation of another integer type is read all the same`(type: Int) {
    var tiff = TIFFBuilder()
    tiff.appendDirectory([TIFFBuilder.Entry(tag: 0x0112, type: type, value: 8)])
    #expect(scan(tiff).orientation == 8)
    #expect(!scan(tiff).isMalformed)
  }

  @Test func `an orientation of several values or a fraction is malformed`() {
    for entry in [
      TIFFBuilder.Entry(tag: 0x0112, count: 2, value: 1), TIFFBuilder.Entry(tag: 0x0112, type: 5, value: 8),
    ] {
      var tiff = TIFFBuilder()
      tiff.appendDirectory([entry])
      #expect(scan(tiff).isMalformed)
    }
  }

  @Test func `a GPS directory counts when it has an entry`() {
    for entryCount in [0, 1] {
      var tiff = TIFFBuilder()
      tiff.appendDirectory([TIFFBuilder.Entry(tag: 0x8825, type: 4, value: 26)])
      let entry = TIFFBuilder.Entry(tag: 0, type: 1, count: 4, value: 2)
      tiff.appendDirectory(Array(repeating: entry, count: entryCount))
      let facts = scan(tiff)
      #expect(facts.hasGPS == (entryCount == 1))
      #expect(!facts.isMalformed)
    }
  }

  @Test func `a second directory with picture data is a thumbnail`() {
    var tiff = TIFFBuilder()
    tiff.appendDirectory([Self.orientation], next: 26)
    tiff.appendDirectory([
      TIFFBuilder.Entry(tag: 0x0201, type: 4, value: 56), TIFFBuilder.Entry(tag: 0x0202, type: 4, value: 4),
    ])
    tiff.append([0xFF, 0xD8, 0xFF, 0xD9])
    let facts = scan(tiff)
    #expect(facts.hasThumbnail)
    #expect(!facts.isMalformed)
  }

  @Test func `a circle of directories ends and is malformed`() {
    var next = TIFFBuilder()
    next.appendDirectory([Self.orientation], next: 8)
    #expect(scan(next).isMalformed)
    var pointer = TIFFBuilder()
    pointer.appendDirectory([
      TIFFBuilder.Entry(tag: 0x8769, type: 4, value: 8), TIFFBuilder.Entry(tag: 0x8825, type: 4, value: 8),
    ])
    #expect(scan(pointer).isMalformed)
  }

  @Test func `offsets past the end are malformed`() {
    #expect(scan(TIFFBuilder(firstDirectory: 0xFFFF_FFFF)).isMalformed)
    var gps = TIFFBuilder()
    gps.appendDirectory([TIFFBuilder.Entry(tag: 0x8825, type: 4, value: 0xFFFF_FFF0)])
    #expect(scan(gps).isMalformed)
    #expect(!scan(gps).hasGPS)
    var value = TIFFBuilder()
    value.appendDirectory([TIFFBuilder.Entry(tag: 0x010F, type: 2, count: 20, value: 1_000)])
    #expect(scan(value).isMalformed)
  }

  @Test func `a count of 2 to the 32 is malformed, not a loop`() {
    var tiff = TIFFBuilder()
    tiff.appendDirectory([TIFFBuilder.Entry(tag: 0x927C, type: 12, count: 0xFFFF_FFFF, value: 8), Self.orientation])
    let facts = scan(tiff)
    #expect(facts.isMalformed)
    #expect(facts.orientation == 6)
  }

  @Test func `a directory that claims more entries than there are is read as far as it goes`() {
    var tiff = TIFFBuilder()
    tiff.appendDirectory([Self.orientation], claimedCount: 65_535)
    let facts = scan(tiff)
    #expect(facts.isMalformed)
    #expect(facts.orientation == 6)
  }

  @Test func `more entries than any camera writes are not visited`() {
    var tiff = TIFFBuilder()
    let filler = TIFFBuilder.Entry(tag: 1, value: 1)
    tiff.appendDirectory(Array(repeating: filler, count: ExifScanner.maxEntryCount) + [Self.orientation])
    let facts = scan(tiff)
    #expect(facts.isMalformed)
    #expect(facts.orientation == nil)
  }

  @Test func `every prefix is answered without a trap`() {
    var tiff = TIFFBuilder()
    tiff.appendDirectory([Self.orientation, TIFFBuilder.Entry(tag: 0x8825, type: 4, value: 38)], next: 56)
    tiff.appendDirectory([TIFFBuilder.Entry(tag: 0, type: 1, count: 4, value: 2)])
    tiff.appendDirectory([TIFFBuilder.Entry(tag: 0x0201, type: 4, value: 8)])
    #expect(!scan(tiff).isMalformed)
    for count in 0..<24 { #expect(ExifScanner.scan(tiff.bytes.span.extracting(0..<count)).isMalformed) }
    for count in 24...tiff.bytes.count { _ = ExifScanner.scan(tiff.bytes.span.extracting(0..<count)) }
  }
}
