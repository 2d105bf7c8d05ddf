import Testing

@testable import PushImageFormats

@Suite struct ICCProfileTests {
  private func read(_ builder: ICCBuilder) -> ICCProfile? { ICCProfile.read(builder.bytes.span) }

  private static let sRGBPrimaries: [(String, [UInt8])] = [
    ("rXYZ", ICCBuilder.xyz(0.4361, 0.2225, 0.0139)), ("gXYZ", ICCBuilder.xyz(0.3851, 0.7169, 0.0971)),
    ("bXYZ", ICCBuilder.xyz(0.1431, 0.0606, 0.7141)),
  ]
  private static let p3Primaries: [(String, [UInt8])] = [
    ("rXYZ", ICCBuilder.xyz(0.5151, 0.2412, -0.0011)), ("gXYZ", ICCBuilder.xyz(0.2920, 0.6922, 0.0419)),
    ("bXYZ", ICCBuilder.xyz(0.1571, 0.0666, 0.7841)),
  ]
  private static let adobePrimaries: [(String, [UInt8])] = [
    ("rXYZ", ICCBuilder.xyz(0.6097, 0.3111, 0.0195)), ("gXYZ", ICCBuilder.xyz(0.2053, 0.6257, 0.0609)),
    ("bXYZ", ICCBuilder.xyz(0.1492, 0.0632, 0.7446)),
  ]

  @Test func `the colour space and both kinds of description are read`() {
    let old = read(ICCBuilder(tags: [("desc", ICCBuilder.text("sRGB IEC61966-2.1"))]))
    #expect(old == ICCProfile(colorSpace: "RGB", description: "sRGB IEC61966-2.1", isWideGamut: false))
    let new = read(ICCBuilder(colorSpace: "CMYK", tags: [("desc", ICCBuilder.localizedText("FOGRA39 – coated"))]))
    #expect(new == ICCProfile(colorSpace: "CMYK", description: "FOGRA39 – coated", isWideGamut: false))
    #expect(read(ICCBuilder(colorSpace: "GRAY"))?.description == nil)
  }

  @Test func `the triangle of the primaries decides about wide gamut`() {
    #expect(read(ICCBuilder(tags: Self.sRGBPrimaries))?.isWideGamut == false)
    #expect(read(ICCBuilder(tags: Self.p3Primaries))?.isWideGamut == true)
    #expect(read(ICCBuilder(tags: Self.adobePrimaries))?.isWideGamut == true)
    let misnamed = ICCBuilder(tags: [("desc", ICCBuilder.text("Display P3"))] + Self.sRGBPrimaries)
    #expect(read(misnamed)?.isWideGamut == false)
  }

  @Test(arguments: [
    "Display P3", "Adobe RGB (1998)", "ProPhoto RGB", "Rec. 2020", "ITU-R BT.2020", "DCI-P3 D65", "Wide Gamut RGB",
  ])
  func `without primaries the name decides`(name: String) {
    #expect(read(ICCBuilder(tags: [("desc", ICCBuilder.text(name))]))?.isWideGamut == true)
    #expect(read(ICCBuilder(tags: [("desc", ICCBuilder.localizedText(name, language: "deDE"))]))?.isWideGamut == true)
  }

  @Test func `a size field that does not fit the bytes is malformed`() {
    let tags = [("desc", ICCBuilder.text("sRGB"))]
    let byteCount = ICCBuilder(tags: tags).bytes.count
    #expect(read(ICCBuilder(tags: tags, claimedByteCount: byteCount)) != nil)
    #expect(read(ICCBuilder(tags: tags, claimedByteCount: byteCount + 1)) == nil)
    #expect(read(ICCBuilder(tags: tags, claimedByteCount: byteCount - 8)) == nil)
    #expect(read(ICCBuilder(tags: tags, claimedByteCount: 0)) == nil)
    let padded = ICCBuilder(tags: tags).bytes + [0, 0, 0]
    #expect(ICCProfile.read(padded.span) != nil)
  }

  @Test func `a missing signature and a count of 2 to the 32 tags are malformed`() {
    var bytes = ICCBuilder().bytes
    #expect(ICCProfile.read(bytes.span) != nil)
    bytes[36] = 0
    #expect(ICCProfile.read(bytes.span) == nil)
    #expect(read(ICCBuilder(claimedTagCount: 0xFFFF_FFFF)) == nil)
    #expect(read(ICCBuilder(tags: Self.p3Primaries, claimedTagCount: 100)) == nil)
  }

  @Test func `every prefix and every changed byte is answered without a trap`() {
    let whole = ICCBuilder(tags: [("desc", ICCBuilder.localizedText("Display P3"))] + Self.p3Primaries).bytes
    for count in 0..<whole.count - 3 { #expect(ICCProfile.read(whole.span.extracting(0..<count)) == nil) }
    for index in whole.indices {
      for value: UInt8 in [0x00, 0x7F, 0x80, 0xFF] {
        var bytes = whole
        bytes[index] = value
        _ = ICCProfile.read(bytes.span)
      }
    }
  }
}
