import Testing

@testable import PushImageFormats

@Suite struct BitmapSimilarityTests {
  @Test func `a picture is wholly similar to itself`() {
    for layout in [Bitmap.Layout.gray, .rgb, .rgba] {
      let bitmap = JPEGPictures.textured(37, 22, layout)
      #expect(abs(bitmap.similarity(to: bitmap) - 1) < 1e-12)
    }
  }

  @Test func `the more is changed the less it is similar`() {
    let bitmap = JPEGPictures.textured(64, 64)
    var earlier = 1.0
    for amount in [2, 8, 24, 60] {
      var bytes = bitmap.bytes
      for place in stride(from: 0, to: bytes.count, by: 5) {
        bytes[place] = UInt8(clamping: Int(bytes[place]) + amount)
      }
      let similarity = bitmap.similarity(to: Bitmap(size: bitmap.size, layout: .rgb, bytes: bytes))
      #expect(similarity < earlier)
      earlier = similarity
    }
    #expect(earlier > 0 && earlier < 0.9)
  }

  @Test func `a picture without a window is similar to all`() {
    let dot = JPEGPictures.textured(7, 3)
    #expect(dot.similarity(to: dot) == 1)
  }
}
