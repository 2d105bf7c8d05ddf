import Testing

@testable import PushImageFormats

/// Verifies built files; shared by the suites about JPEG.
func verifyJPEG(
  _ bytes: [UInt8], limits: Limits = .default, engine: VerificationEngine = .default
) throws -> Verification {
  try JPEGCodec().verify(bytes.span, limits: limits, engine: engine)
}

@Suite struct JPEGCodecTests {
  typealias Build = JPEGBuilder

  private func ids(_ bytes: [UInt8]) throws -> [String] { try verifyJPEG(bytes).findings.map(\.kind.id) }

  // MARK: Whole files

  @Test func `a whole file is intact, without findings, and every byte has a name`() throws {
    for components in [Build.gray, Build.color] {
      for file in [
        Build.baseline(width: 33, height: 17, components),
        Build.baseline(width: 40, height: 70, components, restartInterval: 2),
        Build.progressive(width: 33, height: 17, components),
      ] {
        let verification = try verifyJPEG(file)
        #expect(verification.findings.isEmpty)
        #expect(verification.integrity == .intact)
        #expect(verification.image != nil)
        var end = 0
        for segment in verification.segments {
          #expect(segment.byteOffset == end)
          end = segment.endOffset
        }
        #expect(end == file.count)
      }
    }
  }

  @Test func `segments carry the words of the format`() throws {
    let extra = Build.segment(0xE0, Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 0, 0])
    let names = try verifyJPEG(Build.baseline(extra: extra)).segments.map(\.name)
    #expect(names == ["SOI", "APP0 JFIF", "DQT", "SOF0", "DHT", "SOS", "scan data", "EOI"])
    #expect(try verifyJPEG(Build.baseline() + [1, 2]).segments.last?.name == "trailing bytes")
  }

  @Test func `facts come from the frame header`() throws {
    let info = try #require(try verifyJPEG(Build.progressive(width: 300, height: 200, Build.color)).info)
    #expect(info.width == 300 && info.height == 200)
    #expect(info.bitDepth == 8 && info.frameCount == 1)
    #expect(info.isProgressive && info.colorModel == .ycbcr)
    #expect(try verifyJPEG(Build.baseline()).info?.colorModel == .gray)
  }

  @Test func `inspect needs no more than the bytes before the first scan`() {
    let file = Build.baseline(width: 33, height: 17)
    let header = Build.header(width: 33, height: 17)
    let info = JPEGCodec().inspect(header.span, limits: .default)
    #expect(info?.width == 33)
    #expect(info?.height == 17)
    let whole = JPEGCodec().inspect(file.span, limits: .default)
    #expect(whole == info)
    let cut = JPEGCodec().inspect(file.span.extracting(0..<60), limits: .default)
    #expect(cut == nil)
  }

  @Test func `the codec is found by its format`() {
    #expect(ImageCodecs.codec(for: .jpeg) != nil)
  }

  // MARK: Ends

  @Test func `a missing EOI is told from a cut inside the data`() throws {
    let file = Build.baseline(width: 256, height: 256)
    #expect(try ids(Array(file.dropLast(2))) == ["jpeg.missing-eoi"])
    #expect(try ids(Array(file.dropLast(1))) == ["jpeg.missing-eoi"])
    #expect(try ids(Array(file.dropLast(200))) == ["jpeg.truncated"])
    #expect(try verifyJPEG(Array(file.dropLast(2))).integrity == .damaged)
  }

  @Test func `bytes after the end are counted and leave the file intact`() throws {
    for tail in [[0], [UInt8](repeating: 0, count: 60), Array("<script>".utf8)] {
      let verification = try verifyJPEG(Build.baseline() + tail)
      #expect(verification.integrity == .intact)
      #expect(verification.findings.map(\.kind.id) == ["jpeg.trailing-bytes"])
      #expect(verification.findings.first?.location?.byteOffset == Build.baseline().count)
      #expect(verification.textRanges == [Build.baseline().count..<Build.baseline().count + tail.count])
    }
  }

  @Test func `further pictures are told from other tails`() throws {
    let verification = try verifyJPEG(Build.baseline() + Build.baseline())
    #expect(verification.findings.map(\.kind.id) == ["jpeg.trailing-pictures"])
    #expect(verification.integrity == .intact)
  }

  // MARK: Headers

  @Test func `what is illegal in headers is damage`() throws {
    let whole = Build.baseline()
    let cases: [(String, [UInt8])] = [
      ("jpeg.malformed-header", []), ("jpeg.malformed-header", [0xFF]),
      ("jpeg.malformed-header", Array("not a picture".utf8)),
      ("jpeg.truncated", Build.soi), ("jpeg.truncated", Array(whole.prefix(40))),
      ("jpeg.missing-header", Build.soi + Build.eoi), ("jpeg.missing-header", Build.soi + Build.sos() + Build.eoi),
      ("jpeg.missing-scan", Build.header() + Build.eoi),
      ("jpeg.malformed-header", Build.soi + whole), ("jpeg.malformed-header", Build.header() + whole.dropFirst(2)),
      ("jpeg.malformed-header", Build.soi + [0xFF, 0xDB, 0, 1] + whole.dropFirst(2)),
      ("jpeg.malformed-header", Build.soi + [0xFF, 0x77, 0, 4, 0, 0] + whole.dropFirst(2)),
      ("jpeg.malformed-header", Build.baseline(width: 0)), ("jpeg.malformed-header", Build.baseline(height: 0)),
      ("jpeg.malformed-header", Build.soi + Build.segment(0xDD, [0, 0, 0]) + whole.dropFirst(2)),
      ("jpeg.malformed-header", Build.header(components: [Build.Component(horizontal: 5)])),
      ("jpeg.malformed-header", Build.soi + Build.sof(precision: 9)),
      ("jpeg.malformed-header", Build.soi + Build.segment(0xC0, [8, 0, 16, 0, 16, 2, 1, 0x11, 0])),
    ]
    for (id, bytes) in cases {
      let verification = try verifyJPEG(bytes)
      #expect(verification.findings.map(\.kind.id).contains(id), "\(id): \(bytes.prefix(80))")
      #expect(verification.integrity == .damaged)
    }
  }

  @Test func `bytes between header segments are damage of warning severity`() throws {
    for junk in [[0x00], [0x41, 0x42, 0x43], [0xFF, 0x00]] as [[UInt8]] {
      let verification = try verifyJPEG(Build.soi + Build.dqt() + junk + Build.baseline().dropFirst(2))
      #expect(verification.findings.map(\.kind.id) == ["jpeg.extraneous-bytes"])
      #expect(verification.findings.first?.severity == .warning)
      #expect(verification.findings.first?.location?.byteOffset == 71)
      #expect(verification.integrity == .damaged)
    }
  }

  @Test func `fill bytes before a marker are legal`() throws {
    let file = Build.soi + [0xFF, 0xFF, 0xFF] + Build.baseline().dropFirst(2)
    #expect(try ids(file).isEmpty)
    #expect(try verifyJPEG(file).segments[1].byteCount == Build.dqt().count + 3)
  }

  // MARK: Tables

  @Test func `missing and broken tables are told apart`() throws {
    let scan = Build.sos() + Build.flatData(units: 4) + Build.eoi
    let noQuantization = Build.soi + Build.sof() + Build.tables + scan
    let noHuffman = Build.soi + Build.dqt() + Build.sof() + scan
    let otherHuffman = Build.header() + Build.sos(tables: 0x22) + Build.flatData(units: 4) + Build.eoi
    for file in [noQuantization, noHuffman, otherHuffman] { #expect(try ids(file) == ["jpeg.missing-table"]) }

    let cutTable = Build.segment(0xDB, [UInt8](repeating: 0, count: 64))
    let fifthTable = Build.dqt(5)
    let manyCodes = Build.segment(0xC4, [0] + [UInt8](repeating: 255, count: 16))
    let sixthHuffman = Build.dht(class: 0, 6, values: [0, 1])
    // Three codes of one bit do not exist; only the decoder looks at that.
    let overfull = Build.segment(0xC4, [0, 3] + [UInt8](repeating: 0, count: 15) + [0, 1, 2])
    for table in [cutTable, fifthTable, manyCodes, sixthHuffman, overfull] {
      let file = Build.soi + Build.dqt() + Build.sof() + Build.tables + table + scan
      #expect(try ids(file) == ["jpeg.malformed-table"])
    }
  }

  // MARK: Scans

  @Test func `illegal scan headers are damage`() throws {
    let data = Build.flatData(units: 4) + Build.eoi
    let headers = [
      Build.sos([7]), Build.sos([1, 1]), Build.segment(0xDA, [0, 0, 63, 0]), Build.segment(0xDA, [1, 1, 0, 0, 63]),
      Build.sos([1], Build.Band(first: 0, last: 10)), Build.sos([1], Build.Band(first: 0, last: 63, high: 1)),
    ]
    for header in headers { #expect(try ids(Build.header() + header + data) == ["jpeg.malformed-scan-header"]) }
    let twice = Build.header() + Build.sos() + Build.flatData(units: 4) + Build.sos() + data
    #expect(try ids(twice) == ["jpeg.malformed-scan-header"])
    let progressive = Build.header(0xC2) + Build.sos([1], Build.Band(first: 0, last: 5)) + data
    #expect(try ids(progressive).contains("jpeg.malformed-scan-header"))
  }

  @Test func `a component without data is damage`() throws {
    let sequential =
      Build.header(components: Build.color) + Build.sos([1]) + Build.flatData(units: 4) + Build.sos([2])
      + Build.flatData(units: 1)
      + Build.eoi
    #expect(try ids(sequential) == ["jpeg.missing-component"])
    let progressive =
      Build.header(0xC2, components: Build.color) + Build.sos([1, 2], .directCurrent) + Build.zeros(5) + Build.eoi
    #expect(try ids(progressive) == ["jpeg.missing-component"])
    let noDirectCurrent = Build.header(0xC2) + Build.sos([1], .alternatingCurrent) + Build.zeros(4) + Build.eoi
    #expect(try ids(noDirectCurrent).contains("jpeg.missing-component"))
  }

  @Test func `the DC scans alone are a whole progressive picture`() throws {
    let file =
      Build.header(0xC2, components: Build.color) + Build.sos([1, 2, 3], .directCurrent) + Build.zeros(6) + Build.eoi
    #expect(try ids(file).isEmpty)
  }

  @Test func `bad codes, missing data and surplus data are damage`() throws {
    let start = Build.header() + Build.sos()
    #expect(try ids(start + [0xFE, 0xFE, 0xFE] + Build.eoi) == ["jpeg.malformed-scan-data"])
    #expect(try ids(start + Build.eoi) == ["jpeg.malformed-scan-data"])
    let surplus = Build.flatData(units: 4) + [UInt8](repeating: 0, count: 40)
    #expect(try ids(start + surplus + Build.eoi) == ["jpeg.extraneous-scan-bytes"])
    let behindTable = Build.flatData(units: 4) + Build.dqt(1) + [1, 2, 3] + Build.eoi
    #expect(try ids(start + behindTable) == ["jpeg.extraneous-scan-bytes"])
    #expect(try ids(start + Build.zeros(4) + [0xFF, 0x05] + Build.eoi) == ["jpeg.malformed-scan-data"])
  }

  @Test func `restart markers out of order are damage`() throws {
    var file = Build.baseline(width: 64, height: 64, restartInterval: 4)
    let second = try #require(file.indices.first { file[$0] == 0xFF && file[$0 + 1] == 0xD1 })
    file[second + 1] = 0xD4
    #expect(try ids(file).contains("jpeg.restart-mismatch"))
    #expect(try verifyJPEG(file).integrity == .damaged)
  }

  @Test func `a repeated progressive scan is damage`() throws {
    let dc = Build.sos([1], Build.Band(first: 0, last: 0, low: 1)) + Build.zeros(4)
    #expect(try ids(Build.header(0xC2) + dc + dc + Build.eoi) == ["jpeg.malformed-progression"])
  }

  // MARK: Other codings

  @Test func `codings that are not decoded are undetermined and described`() throws {
    let cases: [(UInt8, UInt8, String)] = [
      (0xC3, 8, "lossless JPEG"), (0xC3, 16, "lossless JPEG"), (0xC1, 12, "12-bit JPEG"), (0xC2, 12, "12-bit JPEG"),
      (0xC5, 8, "hierarchical JPEG"), (0xDE, 8, "hierarchical JPEG"), (0xCB, 8, "lossless JPEG"), (0xF7, 8, "JPEG-LS"),
    ]
    for (marker, precision, coding) in cases {
      let file =
        Build.soi + Build.dqt() + Build.sof(marker, precision: precision) + Build.tables + Build.sos() + [0x12, 0x34]
        + Build.eoi
      let verification = try verifyJPEG(file)
      #expect(verification.integrity == .undetermined)
      #expect(verification.findings.map(\.kind.id).contains("jpeg.coding-not-verified"))
      #expect(verification.info?.unverifiedCoding == coding)
      #expect(verification.info?.bitDepth == Int(precision))
      #expect(verification.segments.last?.endOffset == file.count)
      #expect(try verifyJPEG(Array(file.dropLast(2))).integrity == .damaged)
    }
    #expect(try verifyJPEG(Build.baseline(width: 65_501, height: 8)).integrity == .undetermined)
    #expect(try verifyJPEG(Build.baseline(width: 65_500, height: 8)).integrity == .intact)
  }

  @Test func `every component count is decoded`() throws {
    for count in 1...4 {
      let components = (0..<count).map { Build.Component(id: UInt8($0 + 1)) }
      #expect(try ids(Build.baseline(width: 20, height: 20, components)).isEmpty)
    }
    let five = (0..<5).map { Build.Component(id: UInt8($0 + 1)) }
    #expect(try verifyJPEG(Build.baseline(width: 20, height: 20, five)).integrity == .damaged)
  }

  // MARK: Kinds

  @Test func `finding kinds are unique and of this owner`() {
    let kinds = JPEGCodec().findingKinds
    #expect(Set(kinds.map(\.id)).count == kinds.count)
    #expect(kinds.allSatisfy { $0.id.hasPrefix("jpeg.") && $0.reference.hasPrefix("https://") })
    #expect(kinds.allSatisfy { ($0.integrity == .damaged && $0.severity == .error) == ($0.unError == 105) })
  }
}
