import Testing

@testable import PushImageFormats

@Suite struct GIFLZWTests {
  private func read(
    _ data: [UInt8], codeSize: Int, pixelCount: Int, colorCount: Int? = 256, transparent: Int? = nil
  ) -> GIFLZW.Outcome {
    let bytes = GIFBuilder.subBlocks(data)
    let frame = GIFFrame(
      byteOffset: 0, left: 0, top: 0, width: pixelCount, height: 1, isInterlaced: false, colorCount: colorCount,
      transparentIndex: transparent, codeSize: codeSize, dataRange: 0..<bytes.count - 1)
    var decoder = GIFLZW()
    return decoder.read(bytes.span, frame: frame)
  }

  @Test(arguments: 2...8)
  func everyCodeSizeIsCounted(codeSize: Int) {
    var random = GIFSeededRandom(seed: UInt64(codeSize))
    for count in [1, 2, 17, 300, 5000] {
      let pixels = (0..<count).map { _ in Int.random(in: 0..<1 << codeSize, using: &random) }
      let data = GIFEncoder.encode(pixels, codeSize: codeSize).bytes
      let outcome = read(data, codeSize: codeSize, pixelCount: count)
      #expect(outcome.pixelCount == count && outcome.illegalCode == nil)
    }
  }

  @Test func aFullTableKeepsItsWidth() {
    var random = GIFSeededRandom(seed: 5)
    let pixels = (0..<60_000).map { _ in Int.random(in: 0..<256, using: &random) }
    for clears in [true, false] {
      let data = GIFEncoder.encode(pixels, codeSize: 8, clears: clears).bytes
      #expect(read(data, codeSize: 8, pixelCount: pixels.count).pixelCount == pixels.count)
    }
  }

  @Test func oneColorMakesTheLongestStrings() {
    let pixels = [Int](repeating: 1, count: 200_000)
    let data = GIFEncoder.encode(pixels, codeSize: 2).bytes
    let outcome = read(data, codeSize: 2, pixelCount: pixels.count)
    #expect(outcome.pixelCount == pixels.count && outcome.illegalCode == nil)
  }

  @Test func theFirstClearCodeAndTheEndCodeMayBeMissing() {
    let pixels = [0, 1, 2, 3, 3, 2, 1, 0, 1, 1, 1, 1]
    let bare = GIFEncoder.encode(pixels, codeSize: 2, startsWithClear: false, ends: false).bytes
    let outcome = read(bare, codeSize: 2, pixelCount: pixels.count)
    #expect(outcome.pixelCount == pixels.count && outcome.illegalCode == nil)
  }

  @Test func dataAfterTheEndCodeIsPassedOver() {
    let data = GIFEncoder.raw([4, 0, 5, 7, 7, 7, 7, 7, 7], width: 3).bytes
    #expect(read(data, codeSize: 2, pixelCount: 1).illegalCode == nil)
  }

  @Test func theCodeThatIsJustBeingMadeIsLegal() {
    // 6 stands for the string before it and its own first pixel: 0, then 0 0.
    #expect(read(GIFEncoder.raw([4, 0, 6, 5], width: 3).bytes, codeSize: 2, pixelCount: 3).pixelCount == 3)
    // Right after a clear code nothing is being made.
    #expect(read(GIFEncoder.raw([4, 6, 5], width: 3).bytes, codeSize: 2, pixelCount: 3).illegalCode == 6)
    #expect(read(GIFEncoder.raw([4, 0, 7, 5], width: 3).bytes, codeSize: 2, pixelCount: 3).illegalCode == 7)
  }

  @Test func literalsOverThePaletteAreNoticedWithoutPixels() {
    let data = GIFEncoder.raw([4, 0, 3, 5], width: 3).bytes
    #expect(read(data, codeSize: 2, pixelCount: 2, colorCount: 2).indexOverPalette == 3)
    #expect(read(data, codeSize: 2, pixelCount: 2, colorCount: 2, transparent: 3).indexOverPalette == nil)
    #expect(read(data, codeSize: 2, pixelCount: 2, colorCount: nil).indexOverPalette == nil)
    // Left-over pixels are shown by nobody.
    #expect(read(data, codeSize: 2, pixelCount: 1, colorCount: 2).indexOverPalette == nil)
  }
}
