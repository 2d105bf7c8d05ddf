import Testing

@testable import PushImageFormats

@Suite struct PNGAnimationTests {
  typealias Chunk = PNGBuilder.Chunk

  /// Two frames over a 4 x 3 image: the picture itself, then 2 x 2 at 1, 1 in two fdAT chunks.
  static var sound: PNGBuilder {
    var builder = PNGBuilder(width: 4, height: 3, bitDepth: 8, colorType: 2)
    builder.insert(PNGBuilder.animationControl(2, plays: 3), before: "IDAT")
    builder.insert(PNGBuilder.frameControl(0, 4, 3, delay: (1, 4)), before: "IDAT")
    builder.insert(PNGBuilder.frameControl(1, 2, 2, x: 1, y: 1, delay: (5, 0)), before: "IEND")
    let data = PNGBuilder.zlib(PNGBuilder.rows(2, 2, 24))
    builder.insert(PNGBuilder.frameData(2, Array(data.prefix(5))), before: "IEND")
    builder.insert(PNGBuilder.frameData(3, Array(data.dropFirst(5))), before: "IEND")
    return builder
  }

  /// Whatever is wrong with the animation, the still picture stays whole.
  private func expectMalformed(_ builder: PNGBuilder, location: SourceLocation = #_sourceLocation) throws {
    let verification = try verifyPNG(builder.bytes)
    #expect(verification.ids == ["png.malformed-animation"], sourceLocation: location)
    #expect(verification.integrity == .intact, sourceLocation: location)
  }

  @Test func aSoundAnimationIsIntact() throws {
    let verification = try verifyPNG(Self.sound.bytes)
    #expect(verification.findings.isEmpty, "\(verification.findings.map(\.message))")
    let info = try #require(verification.info)
    #expect(info.variant == .apng && info.frameCount == 2 && info.loopCount == 3)
    #expect(info.durationSeconds == 0.3)
    #expect(info.width == 4 && info.height == 3)
  }

  @Test func aStillPictureBesideTheAnimationIsNoFrame() throws {
    var builder = Self.sound
    builder.chunks.removeAll { $0.type == "fcTL" || $0.type == "fdAT" }
    builder["acTL"] = PNGBuilder.animationControl(1).data
    builder.insert(PNGBuilder.frameControl(0, 4, 3), before: "IEND")
    builder.insert(PNGBuilder.frameData(1, PNGBuilder.zlib(PNGBuilder.rows(4, 3, 24))), before: "IEND")
    let verification = try verifyPNG(builder.bytes)
    #expect(verification.findings.isEmpty)
    #expect(verification.info?.frameCount == 1)
  }

  @Test func headersAloneTellOfTheAnimation() throws {
    let info = inspectPNG(Array(Self.sound.bytes.prefix(120)))
    #expect(info?.variant == .apng && info?.frameCount == 2)
  }

  @Test func countsMustAgree() throws {
    for count in [0, 1, 3, 0x8000_0001] {
      var builder = Self.sound
      builder["acTL"] = PNGBuilder.animationControl(count).data
      try expectMalformed(builder)
    }
    var undeclared = Self.sound
    undeclared.chunks.remove(at: undeclared.index(of: "acTL"))
    try expectMalformed(undeclared)
    #expect(try verifyPNG(undeclared.bytes).info?.variant == nil)
    var late = undeclared
    late.insert(PNGBuilder.animationControl(2), before: "IEND")
    try expectMalformed(late)
    try expectMalformed(Self.sound.inserting(PNGBuilder.animationControl(2), before: "IDAT"))
  }

  @Test func sequenceNumbersCountUp() throws {
    for type in ["fcTL", "fdAT"] {
      var builder = Self.sound
      builder[type][3] = 9
      try expectMalformed(builder)
    }
  }

  @Test func framesLieWithinTheImage() throws {
    let places: [Chunk] = [
      PNGBuilder.frameControl(1, 2, 2, x: 3, y: 1), PNGBuilder.frameControl(1, 2, 2, x: 1, y: 2),
      PNGBuilder.frameControl(1, 0, 2), PNGBuilder.frameControl(1, 2, 0),
      PNGBuilder.frameControl(1, 0xFFFF_FFFF, 0xFFFF_FFFF, x: 0xFFFF_FFFF, y: 0xFFFF_FFFF),
    ]
    for place in places {
      var builder = Self.sound
      builder.chunks[builder.chunks.count - 4] = place
      try expectMalformed(builder)
    }
    var first = Self.sound
    first["fcTL"] = PNGBuilder.frameControl(0, 3, 3).data
    try expectMalformed(first)
  }

  @Test func framesHaveWholeData() throws {
    var without = Self.sound
    without.chunks.removeAll { $0.type == "fdAT" }
    try expectMalformed(without)

    let rows = PNGBuilder.rows(2, 2, 24)
    var filter = rows
    filter[7] = 5
    let datas: [[UInt8]] = [
      PNGBuilder.zlib(Array(rows.dropLast())), PNGBuilder.zlib(rows + [0]), PNGBuilder.zlib(filter),
      PNGBuilder.zlib(rows).dropLast(), PNGBuilder.zlib(rows) + [1], [0x78, 1, 7], [],
    ]
    for data in datas {
      var builder = Self.sound
      builder.chunks[builder.index(of: "fdAT")] = PNGBuilder.frameData(2, data)
      builder.chunks[builder.index(of: "fdAT") + 1] = PNGBuilder.frameData(3, [])
      try expectMalformed(builder)
    }
    var noNumber = Self.sound
    noNumber["fdAT"] = [0, 0]
    try expectMalformed(noNumber)
  }

  @Test func chunksBetweenTheDataOfAFrameArePassedOver() throws {
    var builder = Self.sound
    builder.chunks.insert(Chunk(type: "tEXt", data: Array("a\0b".utf8)), at: builder.chunks.count - 2)
    #expect(try verifyPNG(builder.bytes).findings.isEmpty)
  }

  @Test func unknownOperationsAndLengthsAreNoticed() throws {
    var operation = Self.sound
    operation["fcTL"][24] = 3
    try expectMalformed(operation)
    var length = Self.sound
    length["acTL"].append(0)
    try expectMalformed(length)
    var control = Self.sound
    control["fcTL"].append(0)
    try expectMalformed(control)
  }
}
