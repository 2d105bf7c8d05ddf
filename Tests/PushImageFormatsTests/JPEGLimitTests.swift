import Testing

@testable import PushImageFormats

/// Limits, and the files made to cost more than they weigh.
@Suite struct JPEGLimitTests {
  typealias Build = JPEGBuilder

  private func ids(_ bytes: [UInt8], _ limits: Limits = .default) throws -> [String] {
    try verifyJPEG(bytes, limits: limits).findings.map(\.kind.id)
  }

  @Test func `the library reads a hundred scans, and not one more`() throws {
    let limit = Build.manyScans(width: 8, height: 8, scanCount: 100)
    #expect(try verifyJPEG(limit, engine: .reference).findings.isEmpty)
    let over = try verifyJPEG(Build.manyScans(width: 8, height: 8, scanCount: 101), engine: .reference)
    #expect(over.findings.map(\.kind.id) == ["limit.scans-too-large"])
    #expect(over.findings.first?.actual == 101 && over.findings.first?.limit == 100)
    #expect(over.integrity == .undetermined)
  }

  @Test func `the native engine reads as many scans as its budget of blocks holds, and not one block more`() throws {
    // Two by two blocks.
    let file = Build.manyScans(width: 16, height: 9, scanCount: 101)
    #expect(try verifyJPEG(file).image != nil)
    var limits = Limits()
    limits.maxScanBlockCount = 404
    #expect(try verifyJPEG(file, limits: limits).image != nil)
    limits.maxScanBlockCount = 403
    let over = try verifyJPEG(file, limits: limits)
    #expect(over.findings.map(\.kind.id) == ["limit.scan-blocks-too-large"])
    #expect(over.findings.first?.actual == 404 && over.findings.first?.limit == 403)
    #expect(over.findings.first?.message == "101 scans visit 404 blocks; this tool verifies at most 403")
    #expect(over.integrity == .undetermined)
    limits.maxScanBlockCount = nil
    #expect(try verifyJPEG(file, limits: limits).image != nil)
  }

  @Test func `what the native engine leaves to the library is read within the limit of the library`() throws {
    // A few bytes behind the last block: whether libjpeg would notice them only libjpeg knows.
    func file(_ scanCount: Int) -> [UInt8] {
      Array(Build.manyScans(width: 8, height: 8, scanCount: scanCount).dropLast(2)) + [0, 0] + Build.eoi
    }
    #expect(try ids(file(101)) == ["limit.scans-too-large"])
    #expect(try !ids(file(100)).contains("limit.scans-too-large"))
  }

  @Test func `five thousand marker segments pass, one more does not`() throws {
    // Baseline has five of its own: DQT, SOF0, DHT twice, SOS.
    let comment = Build.segment(0xFE, [])
    func file(_ markerCount: Int) -> [UInt8] {
      Build.baseline(extra: Array(repeatElement(comment, count: markerCount - 5).joined()))
    }
    #expect(try ids(file(5_000)).isEmpty)
    let over = try verifyJPEG(file(5_001))
    #expect(over.findings.map(\.kind.id) == ["limit.markers-too-large"])
    #expect(over.integrity == .undetermined)
  }

  @Test func `exactly the pixel limit passes, one row more does not`() throws {
    var limits = Limits()
    limits.maxPixelCount = 64 * 64
    #expect(try ids(Build.baseline(width: 64, height: 64), limits).isEmpty)
    #expect(try ids(Build.baseline(width: 64, height: 65), limits) == ["limit.pixels-too-large"])
    #expect(try verifyJPEG(Build.baseline(width: 64, height: 65), limits: limits).info?.height == 65)
    limits.maxPixelCount = nil
    #expect(try ids(Build.baseline(width: 64, height: 65), limits).isEmpty)
  }

  @Test func `coefficients are counted for files of several scans only`() throws {
    var limits = Limits()
    limits.maxCoefficientByteCount = 64 * 128
    #expect(try ids(Build.progressive(width: 64, height: 64), limits).isEmpty)
    #expect(try ids(Build.progressive(width: 64, height: 65), limits) == ["limit.coefficients-too-large"])
    #expect(try ids(Build.baseline(width: 640, height: 640), limits).isEmpty)
  }

  @Test func `the native engine looks at the clock within scans, between them and in restart storms`() throws {
    var limits = Limits()
    limits.maxCPUSeconds = 0.000_001
    for file in [
      Build.baseline(width: 4_000, height: 4_000), Build.manyScans(width: 64, height: 64, scanCount: 50),
      Build.baseline(width: 1_024, height: 1_024, restartInterval: 1),
    ] {
      #expect(try verifyJPEG(file, limits: limits).findings.map(\.kind.id) == ["limit.time-too-large"])
    }
  }

  @Test func `processor time is limited while scans are gathered`() throws {
    var limits = Limits()
    limits.maxScanCount = nil
    limits.maxCPUSeconds = 0.02
    let file = Build.manyScans(width: 2_000, height: 2_000, scanCount: 600)
    let started = ContinuousClock.now
    let findings = try verifyJPEG(file, limits: limits, engine: .reference).findings
    #expect(findings.map(\.kind.id) == ["limit.time-too-large"])
    #expect(ContinuousClock.now - started < .seconds(2))
  }

  @Test func `a scan bomb is answered before the decoder is called`() throws {
    let started = ContinuousClock.now
    let legal = Build.manyScans(width: 8_000, height: 8_000, scanCount: 883)
    let dc = Build.sos([1], .directCurrent) + Build.zeros(1_000_000)
    let again = Build.sos([1], .alternatingCurrent) + Build.emptyBand(blocks: 1_000_000)
    let header = Build.header(0xC2, width: 8_000, height: 8_000)
    let repeated = header + dc + Array(repeatElement(again, count: 1_500).joined()) + Build.eoi
    let building = ContinuousClock.now - started
    for (file, scanCount) in [(legal, 883.0), (repeated, 1_501)] {
      let verification = try verifyJPEG(file)
      #expect(verification.findings.map(\.kind.id) == ["limit.scan-blocks-too-large"])
      #expect(verification.findings.first?.actual == scanCount * 1_000_000)
      #expect(verification.segments.last?.endOffset == file.count)
    }
    // Milliseconds when optimised; the bound leaves room for a debug build on a busy machine.
    #expect(ContinuousClock.now - started - building < .seconds(5))
  }

  @Test func `a hundred thousand empty comments are answered at the limit`() throws {
    let comments = Array(repeatElement(Build.segment(0xFE, []), count: 100_000).joined())
    let verification = try verifyJPEG(Build.baseline(extra: comments))
    #expect(verification.findings.map(\.kind.id) == ["limit.markers-too-large"])
    #expect(verification.segments.count < 10)
  }

  @Test func `a storm of restart markers between segments counts as markers`() throws {
    let storm = Array(repeatElement([0xFF, 0xD0, 0xFF, 0x01] as [UInt8], count: 10_000).joined())
    #expect(try ids(Build.baseline(extra: storm)) == ["limit.markers-too-large"])
  }

  @Test(arguments: [65_500, 65_535]) func `the largest sides are refused by their product`(side: Int) throws {
    for file in [Build.header(width: side, height: side), Build.header(0xC2, width: side, height: side)] {
      let verification = try verifyJPEG(file + Build.sos([1], .directCurrent) + [0] + Build.eoi)
      #expect(verification.findings.map(\.kind.id).contains("limit.pixels-too-large"))
      #expect(verification.integrity == .undetermined)
    }
  }

  @Test func `odd JFIF headers cannot crowd out a complaint about pixels`() throws {
    let versions = (0..<40).flatMap { Build.segment(0xE0, Array("JFIF\0".utf8) + [9, $0, 0, 0, 1, 0, 1, 0, 0]) }
    let broken = Build.header(extra: versions) + Build.sos() + [0xFE, 0xFE, 0xFE] + Build.eoi
    #expect(try ids(broken).contains("jpeg.malformed-scan-data"))
    #expect(try verifyJPEG(Build.baseline(extra: versions)).integrity == .intact)
  }
}
