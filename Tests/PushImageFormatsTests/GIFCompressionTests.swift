import Testing

@testable import PushImageFormats

/// The encoder against the decoder, and the decoder against a small encoder of the tests.
@Suite struct GIFCompressionTests {
  private func plane(_ pixels: [Int]) -> PixelPlane<UInt8> {
    let plane = PixelPlane<UInt8>(count: pixels.count + GIFPixelDecoder.slack, repeating: 0)
    for (index, pixel) in pixels.enumerated() { plane.base[index] = UInt8(pixel) }
    return plane
  }

  /// The indexes in blocks that begin with the code size, as the decoder makes them.
  private func decode(_ blocks: [UInt8], pixelCount: Int) -> [Int] {
    let frame = GIFFrame(
      byteOffset: 0, left: 0, top: 0, width: pixelCount, height: 1, isInterlaced: false, colorCount: 256,
      transparentIndex: nil, codeSize: Int(blocks[0]), dataRange: 1..<blocks.count - 1)
    let pixels = PixelPlane<UInt8>(count: pixelCount + GIFPixelDecoder.slack, repeating: 0)
    var decoder = GIFPixelDecoder()
    let count = decoder.decode(blocks.span, frame, into: pixels)
    return (0..<count).map { Int(pixels.base[$0]) }
  }

  /// Noise, runs, and repetitions of what was there before.
  private func picture(_ count: Int, codeSize: Int, seed: UInt64) -> [Int] {
    var random = GIFSeededRandom(seed: seed)
    var pixels: [Int] = []
    while pixels.count < count {
      switch Int.random(in: 0..<3, using: &random) {
      case 0: pixels += (0..<17).map { _ in Int.random(in: 0..<1 << codeSize, using: &random) }
      case 1: pixels += repeatElement(Int.random(in: 0..<1 << codeSize, using: &random), count: 60)
      default: pixels += pixels.suffix(40)
      }
    }
    return Array(pixels.prefix(count))
  }

  @Test(arguments: 2...8)
  func `what is compressed comes back`(codeSize: Int) {
    var compressor = GIFCompressor(patience: 300)
    var random = GIFSeededRandom(seed: 7)
    for count in [1, 2, 3, 17, 255, 300, 9000] {
      let pixels = picture(count, codeSize: codeSize, seed: UInt64(count))
      let blocks = compressor.compress(plane(pixels), count: count, codeSize: codeSize)
      #expect(decode(blocks, pixelCount: count) == pixels)
      let noise = (0..<count).map { _ in Int.random(in: 0..<1 << codeSize, using: &random) }
      #expect(decode(compressor.compress(plane(noise), count: count, codeSize: codeSize), pixelCount: count) == noise)
    }
  }

  @Test(arguments: 2...8)
  func `what a simple encoder writes is read`(codeSize: Int) {
    for count in [1, 2, 300, 12_000] {
      let pixels = picture(count, codeSize: codeSize, seed: 3)
      for clears in [true, false] {
        let data = GIFEncoder.encode(pixels, codeSize: codeSize, clears: clears).bytes
        #expect(decode([UInt8(codeSize)] + GIFBuilder.subBlocks(data), pixelCount: count) == pixels)
      }
    }
  }

  @Test func `the counting reader finds what was written whole`() {
    let pixels = picture(40_000, codeSize: 8, seed: 11)
    var compressor = GIFCompressor()
    let blocks = compressor.compress(plane(pixels), count: pixels.count, codeSize: 8)
    let frame = GIFFrame(
      byteOffset: 0, left: 0, top: 0, width: 200, height: 200, isInterlaced: false, colorCount: 256,
      transparentIndex: nil, codeSize: 8, dataRange: 1..<blocks.count - 1)
    var reader = GIFLZW()
    let outcome = reader.read(blocks.span, frame: frame)
    #expect(outcome.pixelCount == 40_000 && outcome.illegalCode == nil)
  }

  @Test(arguments: [0, 10, 50, 90, 100])
  func `a pixel with a choice becomes one of the two`(percent: Int) {
    var random = GIFSeededRandom(seed: UInt64(percent))
    var compressor = GIFCompressor(patience: 300)
    for count in [1, 2, 40, 9_000] {
      let pixels = picture(count, codeSize: 3, seed: 5)
      let free = (0..<count).map { _ in
        Int.random(in: 0..<100, using: &random) < percent ? Int.random(in: 1...2, using: &random) : 0
      }
      let choices = PixelPlane<UInt8>(count: count, repeating: 0)
      let blocks = compressor.compress(
        plane(pixels), free: plane(free), GIFChoiceLists(transparent: 8, colors: [], tolerance: 0), into: choices,
        count: count, codeSize: 4)
      let decoded = decode(blocks, pixelCount: count)
      #expect(decoded.count == count)
      let isRight = zip(decoded, zip(pixels, free)).allSatisfy { made, wanted in
        (made == wanted.0 && wanted.1 < 2) || (made == 8 && wanted.1 > 0)
      }
      #expect(isRight)
      #expect((0..<count).allSatisfy { Int(choices.base[$0]) == decoded[$0] })
    }
  }

  @Test func `choices make runs longer`() {
    var random = GIFSeededRandom(seed: 4)
    let pixels = (0..<9_000).map { _ in Int.random(in: 0..<16, using: &random) }
    let free = pixels.indices.map { $0 % 5 == 0 ? 0 : 1 }
    let choices = PixelPlane<UInt8>(count: pixels.count, repeating: 0)
    var compressor = GIFCompressor()
    let chosen = compressor.compress(
      plane(pixels), free: plane(free), GIFChoiceLists(transparent: 16, colors: [], tolerance: 0), into: choices,
      count: pixels.count, codeSize: 5)
    #expect(chosen.count < compressor.compress(plane(pixels), count: pixels.count, codeSize: 4).count)
  }

  @Test func `cut or damaged data gives the pixels before`() {
    let pixels = picture(500, codeSize: 4, seed: 2)
    let data = GIFEncoder.encode(pixels, codeSize: 4).bytes
    for count in 0..<data.count {
      let made = decode([4] + GIFBuilder.subBlocks(Array(data.prefix(count))), pixelCount: 500)
      #expect(made == Array(pixels.prefix(made.count)))
    }
    var random = GIFSeededRandom(seed: 1)
    for _ in 0..<2000 {
      var broken = data
      broken[Int.random(in: 0..<data.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      #expect(decode([4] + GIFBuilder.subBlocks(broken), pixelCount: 500).count <= 500)
    }
  }
}
