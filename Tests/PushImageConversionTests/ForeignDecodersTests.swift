import PushImageConversion
import PushImageFormats
import Testing

@Suite("Foreign decoders")
struct ForeignDecodersTests {
  @Test("are known by their formats, each once")
  func registry() {
    let names = ForeignDecoders.all.map(\.format.name)
    #expect(names == ["webp", "bmp", "tiff", "heic", "avif"])
  }

  @Test("leave documents, films and vector pictures alone", arguments: [ImageFormat.svg, .pdf, .html, .mp4, .jxl])
  func refused(_ format: ImageFormat) {
    #expect(ForeignDecoders.decoder(for: format) == nil)
  }
}
