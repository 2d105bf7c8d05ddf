import Testing

@testable import PushImageFormats

/// Animations made smaller, in pixels or in bytes.
@Suite struct GIFFittingTests {
  private let codec = GIFCodec()

  private static let width = 48
  private static let height = 32

  /// A square that moves over noise of 64 colours that stands still, or over one that moves too.
  private func animation(frameCount: Int = 8, moves: Bool = false, transparent: Bool = false) -> [UInt8] {
    var random = GIFSeededRandom(seed: 1)
    var builder = GIFBuilder(width: Self.width, height: Self.height, paletteBits: 6)
    for index in 0..<64 {
      let color = [UInt8(index * 4), UInt8(index * 37 % 256), UInt8(255 - index * 3)]
      builder.bytes.replaceSubrange(13 + 3 * index..<16 + 3 * index, with: color)
    }
    builder.loop(0)
    let noise = (0..<Self.width * Self.height * 2).map { $0 / 96 + Int.random(in: 0..<9, using: &random) }
    for frame in 0..<frameCount {
      let pixels = (0..<Self.width * Self.height).map { position -> Int in
        let (x, y) = (position % Self.width, position / Self.width)
        if (frame * 3..<frame * 3 + 6).contains(x), (8..<14).contains(y) { return 63 }
        return transparent && x < 4 ? 62 : noise[moves ? position + frame * 7 : position]
      }
      builder.control(delay: 5 + frame, transparent: transparent ? 62 : nil)
      builder.frame(width: Self.width, height: Self.height, codeSize: 6, pixels: pixels)
    }
    builder.trailer()
    return builder.bytes
  }

  private func frames(_ bytes: [UInt8]) throws -> (screen: PixelSize, canvases: [[UInt32]], delays: [Int]) {
    let animation = try GIFAnimation(bytes.span, limits: .default)
    var player = GIFPlayer(animation)
    var canvases: [[UInt32]] = []
    while player.advance(bytes.span) {
      canvases.append((0..<animation.screen.pixelCount).map { player.canvas.base[$0] })
    }
    return (animation.screen, canvases, animation.frames.map(\.control.delay))
  }

  private func fitted(_ bytes: [UInt8], _ request: AnimationRequest) throws -> BudgetedEncoding {
    let result = try codec.fitted(bytes.span, request, limits: .default)
    // A search takes its time without optimization.
    if request.budget == nil {
      #expect(try codec.fitted(bytes.span, request, limits: .default).bytes == result.bytes)
    }
    #expect(try codec.verify(result.bytes.span, limits: .default).findings.isEmpty)
    let shown = try frames(result.bytes)
    #expect(shown.screen == result.size && shown.canvases.count <= result.frameCount)
    return result
  }

  // MARK: Geometry

  @Test func `a smaller size keeps frames and their time`() throws {
    let result = try fitted(animation(), AnimationRequest(size: PixelSize(width: 24, height: 16)))
    let shown = try frames(result.bytes)
    #expect(shown.screen == PixelSize(width: 24, height: 16))
    #expect(shown.delays == (0..<8).map { 5 + $0 })
  }

  @Test func `pixels are those of the scaled frame, in the nearest color`() throws {
    let bytes = animation(frameCount: 3, moves: true)
    let result = try fitted(bytes, AnimationRequest(size: PixelSize(width: 20, height: 13)))
    let before = try frames(bytes)
    for (index, canvas) in try frames(result.bytes).canvases.enumerated() {
      let source = before.canvases[index].flatMap { [UInt8($0 & 255), UInt8($0 >> 8 & 255), UInt8($0 >> 16 & 255)] }
      let scaled = try Bitmap(size: before.screen, layout: .rgb, bytes: source).scaled(
        to: PixelSize(width: 20, height: 13))
      var error = 0
      for position in canvas.indices {
        let bytes = scaled.bytes[position * 3..<position * 3 + 3].map { UInt32($0) }
        error += GIFColor.distance(canvas[position], bytes[0] | bytes[1] << 8 | bytes[2] << 16)
      }
      #expect(error / canvas.count < 100)
    }
  }

  @Test func `what stands still stays exactly as it is`() throws {
    let result = try fitted(animation(), AnimationRequest(size: PixelSize(width: 30, height: 20)))
    let canvases = try frames(result.bytes).canvases
    // The square moves through rows 8 to 13 of 32; Lanczos reaches five further here.
    for canvas in canvases {
      for position in canvas.indices where !(1..<13).contains(position / 30) {
        let first = canvases[0][position]
        #expect(canvas[position] == first)
      }
    }
  }

  @Test func `a cut is the same pixels and nothing else`() throws {
    let bytes = animation(moves: true)
    var request = AnimationRequest()
    request.crop = PixelRectangle(x: 5, y: 3, width: 20, height: 90)
    let result = try fitted(bytes, request)
    let (before, after) = (try frames(bytes), try frames(result.bytes))
    #expect(after.screen == PixelSize(width: 20, height: 29))
    for (old, new) in zip(before.canvases, after.canvases) {
      let rows = (3..<32).map { y in Array(old[y * 48 + 5..<y * 48 + 25]) }
      #expect(new == rows.flatMap(\.self))
    }
  }

  @Test func `space around it has its color`() throws {
    var request = AnimationRequest()
    request.padding = AnimationRequest.Padding(
      size: PixelSize(width: 60, height: 40), color: PixelColor(red: 1, green: 2, blue: 3))
    let bytes = animation(moves: true)
    let shown = try frames(fitted(bytes, request).bytes)
    let before = try frames(bytes)
    for (old, new) in zip(before.canvases, shown.canvases) {
      let space: UInt32 = 0xFF03_0201
      let rows = (0..<40).map { y -> [UInt32] in
        guard (4..<36).contains(y) else { return [UInt32](repeating: space, count: 60) }
        let sides = [UInt32](repeating: space, count: 6)
        return sides + old[(y - 4) * 48..<(y - 3) * 48] + sides
      }
      #expect(new == rows.flatMap(\.self))
    }
    request.padding?.color = nil
    #expect(try frames(fitted(bytes, request).bytes).canvases.allSatisfy { $0[0] == 0 })
  }

  @Test func `transparency survives scaling`() throws {
    let bytes = animation(transparent: true)
    let shown = try frames(fitted(bytes, AnimationRequest(size: PixelSize(width: 24, height: 16))).bytes)
    for canvas in shown.canvases { #expect(canvas[24] == 0 && canvas[30] >= 0xFF00_0000) }
  }

  @Test func `frames with palettes of their own keep their colors`() throws {
    var builder = GIFBuilder(width: 16, height: 16, paletteBits: nil)
    for shade in [10, 90, 170] as [UInt8] {
      builder.control(delay: 20)
      builder.bytes += [0x2C, 0, 0, 0, 0, 16, 0, 16, 0, 0x87]
      for index in 0..<256 { builder.bytes += [UInt8(index), shade, UInt8(255 - index)] }
      builder.bytes.append(8)
      builder.bytes += GIFBuilder.subBlocks(GIFEncoder.encode(Array(0..<256), codeSize: 8).bytes)
    }
    builder.trailer()
    let shown = try frames(fitted(builder.bytes, AnimationRequest(size: PixelSize(width: 8, height: 8))).bytes)
    #expect(shown.canvases.map { $0[9] >> 8 & 255 } == [10, 90, 170])
  }

  // MARK: Budgets

  /// Few pixels in few colours that change everywhere.
  private func smallAnimation(frameCount: Int, transparent: Bool = false) -> [UInt8] {
    var random = GIFSeededRandom(seed: 5)
    var builder = GIFBuilder(width: 30, height: 24, paletteBits: 4)
    for offset in 13..<61 { builder.bytes[offset] = UInt8.random(in: 0...255, using: &random) }
    for frame in 0..<frameCount {
      builder.control(delay: 5 + frame, transparent: transparent ? 15 : nil)
      let pixels = (0..<720).map { position in
        transparent && position % 30 < 4 ? 15 : Int.random(in: 0..<15, using: &random)
      }
      builder.frame(width: 30, height: 24, codeSize: 4, pixels: pixels)
    }
    builder.trailer()
    return builder.bytes
  }

  @Test func `a budget is kept with all the time of the animation`() throws {
    let bytes = smallAnimation(frameCount: 6)
    var budget = ByteBudget(maxByteCount: 1_500)
    budget.minSide = 20
    budget.minQuality = 69
    let result = try fitted(bytes, AnimationRequest(budget: budget))
    #expect(result.isWithinBudget && result.bytes.count <= 1_500)
    let shown = try frames(result.bytes)
    #expect(shown.canvases.count >= 2)
    #expect(shown.delays.reduce(0, +) == 45)
    #expect(try fitted(bytes, AnimationRequest(budget: budget)).bytes == result.bytes)
  }

  @Test func `transparent animations have budgets too`() throws {
    var budget = ByteBudget(maxByteCount: 1_200)
    budget.minSide = 20
    budget.minQuality = 69
    let result = try fitted(smallAnimation(frameCount: 4, transparent: true), AnimationRequest(budget: budget))
    #expect(result.isWithinBudget)
  }

  @Test func `what cannot be done is said, with the smallest file found`() throws {
    var budget = ByteBudget(maxByteCount: 100)
    budget.minSide = 20
    budget.minQuality = 69
    let result = try fitted(smallAnimation(frameCount: 4), AnimationRequest(budget: budget))
    #expect(!result.isWithinBudget && result.size.height >= 20 && result.frameCount >= 2)
  }

  @Test func `a file that fits without loss loses nothing`() throws {
    let bytes = animation()
    let result = try fitted(bytes, AnimationRequest(budget: ByteBudget(maxByteCount: bytes.count)))
    #expect(try frames(result.bytes).canvases == frames(bytes).canvases)
    #expect(result.colorCount == nil)
  }

  @Test func `frames that show little are dropped first`() {
    let bytes = animation(frameCount: 8)
    let animation = try? GIFAnimation(bytes.span, limits: .default)
    guard let animation else { return }
    let survey = GIFSurvey(animation, bytes.span, comparesFrames: true)
    let kept = survey.keptFrames(3, of: animation.frames.map(\.control.delay))
    #expect(kept.count == 3 && kept.first == 0 && kept == kept.sorted())
    #expect(survey.keptFrames(8, of: animation.frames.map(\.control.delay)).count == 8)
  }

  @Test func `every cut of a file is refused`() {
    let bytes = animation(frameCount: 2)
    let request = AnimationRequest(size: PixelSize(width: 9, height: 7), budget: ByteBudget(maxByteCount: 300))
    for count in stride(from: 0, to: bytes.count - 2, by: 37) {
      let cut = Array(bytes.prefix(count))
      #expect(throws: PushImageError.self) { try codec.fitted(cut.span, request, limits: .default) }
    }
  }

  // MARK: Colors

  @Test func `the nearest color is the nearest of all`() {
    var random = GIFSeededRandom(seed: 3)
    for count in [1, 2, 17, 256] {
      let colors = (0..<count).map { _ in UInt32.random(in: 0...0xFF_FFFF, using: &random) | 0xFF00_0000 }
      var nearest = GIFNearestColor(colors)
      for _ in 0..<600 {
        let pixel = UInt32.random(in: 0...0xFF_FFFF, using: &random) | 0xFF00_0000
        let found = GIFColor.distance(pixel, colors[nearest.index(of: pixel)])
        #expect(found == colors.map { GIFColor.distance(pixel, $0) }.min())
      }
    }
  }
}
