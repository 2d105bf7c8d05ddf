import PushImageConversion
import PushImageFormats
import Testing

@Suite("HEIC and AVIF decoder")
struct HEIFDecoderTests {
  private static let red: [UInt8] = [224, 32, 32]
  private static let green: [UInt8] = [32, 192, 32]
  private static let blue: [UInt8] = [32, 64, 224]
  private static let white: [UInt8] = [240, 240, 240]

  private func decoder(for name: String) -> HEIFDecoder { HEIFDecoder(name.hasSuffix("avif") ? .avif : .heic) }

  @Test("reads the primary picture", arguments: [("picture.heic", 64, 64), ("picture.avif", 32, 16)])
  func pictures(_ name: String, _ width: Int, _ height: Int) throws {
    let decoding = try decoder(for: name).decode(name)
    #expect(decoding.bitmap.size == PixelSize(width: width, height: height))
    #expect(decoding.bitmap.layout == .rgb)
    #expect(decoding.bitmap.quarters.isNear([Self.red, Self.green, Self.blue, Self.white]))
    #expect(decoding.bitmap.iccProfile == nil)
  }

  @Test("turns it as the file says", arguments: ["turned.heic", "turned.avif"])
  func turned(_ name: String) throws {
    let decoding = try decoder(for: name).decode(name)
    #expect(decoding.orientation == 1)
    #expect(decoding.bitmap.quarters.isNear([Self.green, Self.white, Self.red, Self.blue]))
    if name == "turned.avif" { #expect(decoding.bitmap.size == PixelSize(width: 16, height: 32)) }
  }

  @Test("hands the profile over, or makes one of code points")
  func profiles() throws {
    #expect(try decoder(for: "icc.heic").decode("icc.heic").bitmap.iccProfile?.count == 248)
    let profile = try #require(try decoder(for: "display-p3.avif").decode("display-p3.avif").bitmap.iccProfile)
    #expect(profile.count == Int(profile[2]) << 8 | Int(profile[3]))
    #expect(Array(profile[36..<40]) == Array("acsp".utf8))
  }

  @Test(
    "refuses HDR, damage and what is over a limit, in words",
    arguments: [
      ("hdr.avif", "AVIF is an HDR picture, which is not converted"),
      ("truncated.heic", "HEIC is damaged or cut"), ("truncated.avif", "AVIF is damaged or cut"),
      ("item-past-end.heic", "HEIC is damaged or cut"),
      ("claims-30000x30000.avif", "picture has 30000x30000 pixels; the limit maxPixelCount is 100,000,000"),
    ])
  func refusals(_ name: String, _ message: String) throws {
    let error = try decoder(for: name).refusal(name)
    #expect(error?.code == .undecodable)
    #expect(error?.message == message)
    // libheif's words end in a line feed.
    #expect(error?.underlying?.hasSuffix("\n") != true)
  }
}
