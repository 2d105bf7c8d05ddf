import Testing

@testable import PushImageFormats

/// What the codec says of a file, for tests.
func verifyPNG(_ bytes: [UInt8], limits: Limits = .default) throws -> Verification {
  try PNGCodec().verify(bytes.span, limits: limits)
}

/// The header's facts, for tests.
func inspectPNG(_ bytes: [UInt8]) -> ImageInfo? { PNGCodec().inspect(bytes.span, limits: .default) }

extension Verification {
  /// Each id once, in the order met.
  var ids: [String] {
    findings.reduce(into: []) { ids, finding in
      if !ids.contains(finding.kind.id) { ids.append(finding.kind.id) }
    }
  }
}

@Suite struct PNGCodecTests {
  typealias Chunk = PNGBuilder.Chunk

  static let legalForms: [(depth: Int, colorType: Int)] = [
    (1, 0), (2, 0), (4, 0), (8, 0), (16, 0), (8, 2), (16, 2), (1, 3), (2, 3), (4, 3), (8, 3), (8, 4), (16, 4),
    (8, 6), (16, 6),
  ]

  @Test(arguments: legalForms) func everyColorTypeAndDepthIsIntact(form: (depth: Int, colorType: Int)) throws {
    for isInterlaced in [false, true] {
      for (width, height) in [(1, 1), (2, 3), (3, 9), (13, 5), (32, 32)] {
        let builder = PNGBuilder(
          width: width, height: height, bitDepth: form.depth, colorType: form.colorType, isInterlaced: isInterlaced,
          paletteCount: 2)
        let verification = try verifyPNG(builder.bytes)
        #expect(verification.findings.isEmpty, "\(verification.findings.map(\.message))")
        let info = try #require(verification.image?.info)
        #expect(info.width == width && info.height == height && info.bitDepth == form.depth)
        #expect(info.isInterlaced == isInterlaced)
        #expect(info.hasAlpha == (form.colorType >= 4))
      }
    }
  }

  @Test func headerFactsAreReadFromTheBeginningOnly() throws {
    var builder = PNGBuilder(width: 640, height: 480, bitDepth: 4, colorType: 3, isInterlaced: true)
    builder.insert(Chunk(type: "tRNS", data: [0]), before: "IDAT")
    let beginning = Array(builder.bytes.prefix(120))
    let info = try #require(inspectPNG(beginning))
    #expect(info.width == 640 && info.height == 480)
    #expect(info.colorModel == .indexed && info.hasAlpha && info.isInterlaced)
    #expect(inspectPNG(Array(beginning.prefix(32))) == nil)
  }

  @Test func segmentsCoverEveryByteAndJoinNeighbours() throws {
    var builder = PNGBuilder()
    let data = builder["IDAT"]
    builder["IDAT"] = Array(data.prefix(9))
    builder.insert(Chunk(type: "IDAT", data: Array(data.dropFirst(9))), before: "IEND")
    builder.trailing = [1, 2, 3]
    let verification = try verifyPNG(builder.bytes)
    #expect(verification.ids == ["png.trailing-bytes"])
    #expect(verification.integrity == .intact)
    #expect(verification.segments.map(\.name) == ["signature", "IHDR", "IDAT", "IEND", "trailing bytes"])
    #expect(verification.segments.map(\.repeatCount) == [1, 1, 2, 1, 1])
    #expect(verification.segments.last?.endOffset == builder.bytes.count)
    #expect(verification.textRanges == [builder.bytes.count - 3..<builder.bytes.count])
  }

  // MARK: structure

  @Test func everyTruncationIsDamage() throws {
    var builder = PNGBuilder(colorType: 3)
    builder.insert(Chunk(type: "tEXt", data: Array("Title\0x".utf8)), before: "IDAT")
    let bytes = builder.bytes
    for count in 0..<bytes.count {
      let verification = try verifyPNG(Array(bytes.prefix(count)))
      #expect(verification.integrity == .damaged, "\(count)")
      #expect(verification.findings.contains { $0.severity == .error }, "\(count)")
      #expect(verification.segments.reduce(0) { $0 + $1.byteCount } == count)
    }
  }

  @Test func aCutChunkIsTruncatedAndNothingElse() throws {
    #expect(try verifyPNG(PNGBuilder().bytes.dropLast(20)).ids == ["png.truncated"])
    #expect(try verifyPNG(PNGBuilder().bytes.dropLast(12)).ids == ["png.missing-iend"])
  }

  @Test func illegalHeadersAreDamage() throws {
    let headers: [Chunk] = [
      PNGBuilder.header(0, 3, 8, 2, 0), PNGBuilder.header(4, 0, 8, 2, 0), PNGBuilder.header(1 << 31, 3, 8, 2, 0),
      PNGBuilder.header(4, 3, 3, 0, 0), PNGBuilder.header(4, 3, 4, 2, 0), PNGBuilder.header(4, 3, 16, 3, 0),
      PNGBuilder.header(4, 3, 8, 1, 0), PNGBuilder.header(4, 3, 8, 7, 0), PNGBuilder.header(4, 3, 8, 2, 2),
      Chunk(type: "IHDR", data: PNGBuilder.header(4, 3, 8, 2, 0).data + [0]),
      Chunk(type: "IHDR", data: [0, 0, 0, 4, 0, 0, 0, 3, 8, 2, 1, 0, 0]),
      Chunk(type: "IHDR", data: [0, 0, 0, 4, 0, 0, 0, 3, 8, 2, 0, 64, 0]),
    ]
    for header in headers {
      var builder = PNGBuilder()
      builder.chunks[0] = header
      let verification = try verifyPNG(builder.bytes)
      #expect(verification.ids == ["png.malformed-header"], "\(header.data)")
      #expect(verification.info == nil)
    }
  }

  @Test func orderOfCriticalChunksIsChecked() throws {
    var late = PNGBuilder()
    late.chunks.swapAt(0, 1)
    #expect(try verifyPNG(late.bytes).ids.contains("png.malformed-order"))

    var twice = PNGBuilder()
    twice.insert(twice.chunks[0], before: "IDAT")
    #expect(try verifyPNG(twice.bytes).ids == ["png.malformed-order"])

    var split = PNGBuilder()
    let data = split["IDAT"]
    split["IDAT"] = Array(data.prefix(9))
    split.insert(Chunk(type: "tIME", data: [7, 208, 1, 1, 0, 0, 0]), before: "IEND")
    split.insert(Chunk(type: "IDAT", data: Array(data.dropFirst(9))), before: "IEND")
    #expect(try verifyPNG(split.bytes).ids == ["png.malformed-order"])

    var palettes = PNGBuilder(colorType: 3)
    palettes.insert(palettes.chunks[1], before: "IDAT")
    #expect(try verifyPNG(palettes.bytes).ids == ["png.malformed-order"])

    var lastPalette = PNGBuilder(colorType: 3)
    lastPalette.chunks.swapAt(1, 2)
    #expect(try verifyPNG(lastPalette.bytes).ids == ["png.missing-palette", "png.malformed-order"])
  }

  @Test func palettesMustBeThereAndWhole() throws {
    var missing = PNGBuilder(colorType: 3)
    missing.chunks.remove(at: 1)
    #expect(try verifyPNG(missing.bytes).ids == ["png.missing-palette"])
    for count in [0, 4, 257 * 3] {
      var malformed = PNGBuilder(colorType: 3)
      malformed["PLTE"] = Array(repeating: 1, count: count)
      #expect(try verifyPNG(malformed.bytes).ids == ["png.malformed-palette"], "\(count)")
    }
    // libpng drops entries that no pixel can name, and warns of palettes where none is used.
    let tooMany = try verifyPNG(PNGBuilder(bitDepth: 1, colorType: 3, paletteCount: 5).bytes)
    #expect(tooMany.ids == ["png.malformed-metadata"] && tooMany.integrity == .intact)
    let gray = PNGBuilder(colorType: 0).inserting(Chunk(type: "PLTE", data: [1, 2, 3]), before: "IDAT")
    #expect(try verifyPNG(gray.bytes).ids == ["png.malformed-metadata"])
  }

  @Test func aPixelOutsideThePaletteIsAWarning() throws {
    for depth in [1, 2, 4, 8] {
      var builder = PNGBuilder(width: 9, height: 2, bitDepth: depth, colorType: 3, paletteCount: 1)
      #expect(try verifyPNG(builder.bytes).findings.isEmpty)
      var rows = PNGBuilder.rows(9, 2, depth)
      let last = rows.count - 1
      rows[last] = depth == 8 ? 1 : 1 << UInt8((8 - 9 * depth % 8) % 8)
      builder["IDAT"] = PNGBuilder.zlib(rows)
      let verification = try verifyPNG(builder.bytes)
      #expect(verification.ids == ["png.index-mismatch"], "depth \(depth)")
      #expect(verification.integrity == .intact)
      // The bits after the last pixel of a row belong to no pixel.
      guard depth < 8 else { continue }
      rows[last] = 1
      builder["IDAT"] = PNGBuilder.zlib(rows)
      #expect(try verifyPNG(builder.bytes).findings.isEmpty, "depth \(depth)")
    }
  }

  @Test func missingAndUnknownCriticalChunksAreDamage() throws {
    var empty = PNGBuilder()
    empty.chunks.remove(at: 1)
    #expect(try verifyPNG(empty.bytes).ids == ["png.missing-image-data"])
    let unknown = PNGBuilder().inserting(Chunk(type: "ABCD"), before: "IDAT")
    #expect(try verifyPNG(unknown.bytes).ids == ["png.unsupported-critical-chunk"])
    let illegal = PNGBuilder().inserting(Chunk(type: "tE t"), before: "IDAT")
    #expect(try verifyPNG(illegal.bytes).ids == ["png.malformed-chunk"])
    let full = PNGBuilder().inserting(Chunk(type: "IEND", data: [0]), before: "IEND")
    #expect(try verifyPNG(full.bytes).ids.contains("png.malformed-chunk"))
    #expect(try verifyPNG(PNGBuilder.signature).ids.contains("png.missing-iend"))
    #expect(try verifyPNG([0x47, 0x49, 0x46]).ids == ["png.malformed-header"])
    #expect(try verifyPNG([]).ids == ["png.truncated"])
  }

  @Test func wrongChecksumsAreDamageOfDifferentWeight() throws {
    for type in ["IHDR", "PLTE", "IDAT", "IEND"] {
      var builder = PNGBuilder(colorType: 3)
      builder.chunks[builder.index(of: type)].crc = 1
      #expect(try verifyPNG(builder.bytes).ids == ["png.crc-mismatch"], "\(type)")
    }
    let ancillary = PNGBuilder().inserting(Chunk(type: "gAMA", data: [0, 0, 1, 0], crc: 1), before: "IDAT")
    let verification = try verifyPNG(ancillary.bytes)
    #expect(verification.ids == ["png.ancillary-crc-mismatch"])
    #expect(verification.integrity == .damaged)
    #expect(verification.findings.allSatisfy { $0.severity == .warning })
  }

  @Test func manyFaultsOfOneKindAreCounted() throws {
    var builder = PNGBuilder()
    for _ in 0..<1_000 { builder.insert(Chunk(type: "gAMA", data: [1]), before: "IDAT") }
    let findings = try verifyPNG(builder.bytes).findings
    #expect(findings.count == 9)
    #expect(findings.last?.message == "1,991 more of the same kind are not listed")
  }

  // MARK: picture data

  private func verification(ofRows rows: [UInt8], isInterlaced: Bool = false) throws -> Verification {
    try verification(ofData: PNGBuilder.zlib(rows), isInterlaced: isInterlaced)
  }

  private func verification(ofData data: [UInt8], isInterlaced: Bool = false) throws -> Verification {
    var builder = PNGBuilder(isInterlaced: isInterlaced)
    builder["IDAT"] = data
    return try verifyPNG(builder.bytes)
  }

  @Test(arguments: [false, true]) func rowsAreCounted(isInterlaced: Bool) throws {
    let rows = PNGBuilder.rows(4, 3, 24, isInterlaced: isInterlaced)
    #expect(try verification(ofRows: rows, isInterlaced: isInterlaced).findings.isEmpty)
    for count in 0..<rows.count {
      let short = try verification(ofRows: Array(rows.prefix(count)), isInterlaced: isInterlaced)
      #expect(short.ids == ["png.truncated-image-data"], "\(count)")
    }
    for count in [1, 14, 5_000] {
      let long = try verification(ofRows: rows + Array(repeating: 0, count: count), isInterlaced: isInterlaced)
      #expect(long.ids == ["png.trailing-image-data"], "\(count)")
      #expect(long.integrity == .damaged && long.findings.allSatisfy { $0.severity == .warning })
    }
  }

  @Test func everyCutOfTheZlibStreamIsDamage() throws {
    let data = PNGBuilder()["IDAT"]
    for count in 0..<data.count {
      let verification = try verification(ofData: Array(data.prefix(count)))
      #expect(verification.integrity == .damaged, "\(count)")
      let id = count < data.count - 4 ? "png.truncated-image-data" : "png.adler-mismatch"
      #expect(verification.ids == [id], "\(count)")
    }
  }

  @Test func everyByteOfTheZlibStreamMatters() throws {
    let data = PNGBuilder()["IDAT"]
    for index in data.indices {
      var changed = data
      changed[index] ^= 0x06
      let verification = try verification(ofData: changed)
      #expect(verification.integrity == .damaged, "\(index)")
      if index >= data.count - 4 { #expect(verification.ids == ["png.adler-mismatch"], "\(index)") }
    }
  }

  @Test func filtersAboveFourAreDamage() throws {
    for filter in UInt8(0)...5 {
      var rows = PNGBuilder.rows(4, 3, 24)
      rows[13] = filter
      #expect(try verification(ofRows: rows).ids == (filter <= 4 ? [] : ["png.malformed-filter"]))
    }
  }

  @Test func bytesAfterTheZlibStreamAreAWarning() throws {
    let data = PNGBuilder()["IDAT"]
    let inside = try verification(ofData: data + [1, 2])
    #expect(inside.ids == ["png.trailing-zlib-bytes"] && inside.integrity == .intact)
    let after = PNGBuilder().inserting(Chunk(type: "IDAT", data: [1, 2, 3]), before: "IEND")
    #expect(try verifyPNG(after.bytes).ids == ["png.trailing-zlib-bytes"])
    let empty = PNGBuilder().inserting(Chunk(type: "IDAT"), before: "IEND")
    #expect(try verifyPNG(empty.bytes).findings.isEmpty)
  }

  @Test func oneByteInEachChunkIsRead() throws {
    var builder = PNGBuilder()
    let data = builder["IDAT"]
    builder.chunks.remove(at: 1)
    for byte in data {
      builder.insert(Chunk(type: "IDAT"), before: "IEND")
      builder.insert(Chunk(type: "IDAT", data: [byte]), before: "IEND")
    }
    #expect(try verifyPNG(builder.bytes).findings.isEmpty)
  }

  @Test func xcodesFormIsNotVerified() throws {
    let builder = PNGBuilder().inserting(Chunk(type: "CgBI", data: [0x50, 0, 0x20, 2]), before: "IHDR")
    let verification = try verifyPNG(builder.bytes)
    #expect(verification.ids == ["png.cgbi-not-verified"])
    #expect(verification.integrity == .undetermined)
    #expect(verification.info?.variant == .cgbi)
    #expect(verification.info?.unverifiedCoding == "CgBI PNG")
    #expect(verification.image == nil)
    let late = PNGBuilder().inserting(Chunk(type: "CgBI"), before: "IDAT")
    #expect(try verifyPNG(late.bytes).ids == ["png.unsupported-critical-chunk"])
    #expect(try verifyPNG(Array(builder.bytes.dropLast(3))).integrity == .damaged)
  }

  @Test func kindsHaveIdsOfTheirOwn() {
    let ids = PNGCodec().findingKinds.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(ids.allSatisfy { $0.hasPrefix("png.") })
    #expect(ImageCodecs.codec(for: .png) is PNGCodec)
  }
}
