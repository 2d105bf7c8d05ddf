import Foundation
import Testing

@testable import PushImageFormats

/// Coding over files that the recipes made and files that nobody here made.
@Suite struct JPEGCodingFilesTests {
  private let codec = JPEGCodec()

  private static let testImages = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "TestImages/jpeg")

  private static func testImage(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: testImages.appending(path: name)))
  }

  private static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: testImages.path(percentEncoded: false))) ?? []).sorted()

  /// A file that may be coded: whole, or damaged so that the library reads past it.
  private func isCurable(_ verification: Verification) -> Bool {
    verification.findings.allSatisfy { $0.kind.integrity == .intact || $0.severity == .warning }
      && verification.findings.allSatisfy { $0.kind.integrity != .undetermined }
  }

  /// Everything that is promised of one file; what is not kept, in words.
  private func broken(_ bytes: [UInt8]) throws -> [String] {
    guard isCurable(try codec.verification(bytes)) else { return [] }
    let pixels = try codec.pixels(bytes)
    var complaints: [String] = []
    func require(_ isTrue: Bool, _ words: String) { if !isTrue { complaints.append(words) } }
    let stripped = try codec.stripped(bytes) ?? bytes
    let bare = try codec.stripped(bytes, Retention(keepsColorProfile: false, keepsOrientation: false)) ?? bytes
    for (file, name) in [(stripped, "stripped"), (bare, "bare")] {
      let verification = try codec.verification(file)
      require(verification.findings.allSatisfy { $0.kind.integrity == .intact }, "\(name) is damaged")
      let extra = verification.segments.map(\.name).filter { !JPEGPictures.plainSegmentNames.contains($0) }
      require(extra.isEmpty, "\(name) still has \(extra)")
      require(try codec.pixels(file).bytes == pixels.bytes, "\(name) has other pixels")
    }
    require(try codec.pixels(stripped).iccProfile == pixels.iccProfile, "stripped has another profile")
    require(try codec.stripped(stripped) == nil, "stripped can be stripped")
    for progression in RecodingRequest.Progression.allCases {
      guard let recoded = try codec.recoded(bytes, progression) else { continue }
      require(try codec.pixels(recoded) == pixels, "\(progression) has other pixels")
      let verification = try codec.verification(recoded)
      require(verification.findings.allSatisfy { $0.kind.integrity == .intact }, "\(progression) is damaged")
    }
    for orientation in 2...8 {
      guard let turned = try codec.recoded(bytes, orientation: orientation) else { continue }
      let inverse = [6: 8, 8: 6][orientation] ?? orientation
      let back = try codec.recoded(turned, orientation: inverse).map { try codec.pixels($0) }
      require(back == pixels, "turned by \(orientation) and back has other pixels")
      let expected = JPEGPictures.turned(pixels, orientation)
      let actual = try codec.pixels(turned)
      require(JPEGPictures.meanDifference(actual, expected) < 1.5, "turned by \(orientation) is another picture")
    }
    return complaints
  }

  @Test func `every fixture keeps its pixels`() throws {
    #expect(Self.names.count >= 100)
    var curable = 0
    for name in Self.names {
      let bytes = try Self.testImage(name)
      if isCurable(try codec.verification(bytes)) { curable += 1 }
      let complaints = try broken(bytes)
      #expect(complaints.isEmpty, "\(name): \(complaints)")
    }
    #expect(curable >= 50)
  }

  @Test func `every file of the corpora keeps its pixels`() throws {
    guard let oracle = CorpusOracle.shared else { return }
    var checked = 0
    for row in oracle.rows where row.type == "JPEG" && row.byteCount < 16_000 {
      let bytes = try oracle.bytes(of: row)
      // Large pictures in small files would take the time of all others.
      guard let info = codec.inspect(bytes.span, limits: .default), info.pixelCount < 12_000 else { continue }
      checked += 1
      let complaints = try broken(bytes)
      #expect(complaints.isEmpty, "\(row.file): \(complaints)")
    }
    #expect(checked >= 50)
  }

  /// Whether our own reader of coefficients was right; nil when it left the file to the library.
  private func isReducedAlike(_ bytes: [UInt8], _ size: PixelSize) throws -> Bool? {
    let structure = JPEGStructure.readHeader(bytes.span, limits: .default, listsSegments: true)
    guard let layout = try? codec.pixels(bytes).layout, isCurable(try codec.verification(bytes)),
      let progressive = try codec.recoded(bytes, .progressive),
      let ours = try JPEGReducedDecoder.decode(bytes.span, structure, to: size, layout: layout, limits: .default)
    else { return nil }
    return try ours == codec.decoding(progressive, size: size).bitmap.bytes
  }

  @Test func `smaller pictures of all files have the pixels of the library's coefficients`() throws {
    var checked = 0
    var files = try Self.names.map { ($0, try Self.testImage($0)) }
    if let oracle = CorpusOracle.shared {
      for row in oracle.rows where row.type == "JPEG" && row.byteCount < 30_000 {
        files.append((row.file, try oracle.bytes(of: row)))
      }
    }
    for (name, bytes) in files {
      guard let info = codec.inspect(bytes.span, limits: .default), info.pixelCount < 60_000 else { continue }
      let size = PixelSize(width: info.width, height: info.height).scaled(by: checked % 2 == 0 ? 0.31 : 0.66)
      guard size.pixelCount < info.pixelCount, let isAlike = try isReducedAlike(bytes, size) else { continue }
      checked += 1
      #expect(isAlike, "\(name)")
    }
    #expect(checked >= 30)
  }

  // MARK: Colours

  /// One flat color, as the recipes' own colour components.
  @Test func `inks count as Adobe's marker says`() throws {
    // 180 of the first component and 155 of the others are what Adobe writes for 75 and 100 of ink.
    let adobe = try codec.pixels(Self.testImage("cmyk.jpg"))
    let plain = try codec.pixels(Self.testImage("cmyk-without-adobe.jpg"))
    #expect(adobe.layout == .cmyk && plain.layout == .cmyk)
    #expect(adobe.bytes == plain.bytes.map { 255 - $0 })
    // YCbCr gives what inks leave of red, green and blue: inverted twice they are the inks.
    let transformed = try codec.pixels(Self.testImage("ycck.jpg"))
    for place in stride(from: 0, to: adobe.bytes.count, by: 4) {
      let stored = adobe.bytes[place..<place + 4].map { 255 - Double($0) }
      let (y, blue, red) = (stored[0], stored[1] - 128, stored[2] - 128)
      let expected = [y + 1.402 * red, y - 0.344136 * blue - 0.714136 * red, y + 1.772 * blue]
      for channel in 0..<3 {
        let value = Double(transformed.bytes[place + channel])
        #expect(abs(value - min(max(expected[channel], 0), 255)) <= 1)
      }
      #expect(transformed.bytes[place + 3] == adobe.bytes[place + 3])
    }
  }

  @Test func `colours are scaled as they are decoded`() throws {
    for name in ["cmyk.jpg", "ycck.jpg", "cmyk-without-adobe.jpg", "rgb.jpg", "clean-600x300.jpg", "gray.jpg"] {
      let bytes = try Self.testImage(name)
      let whole = try codec.pixels(bytes)
      let size = whole.size.scaled(by: 0.45)
      let small = try codec.decoding(bytes, size: size).bitmap
      #expect(small.layout == whole.layout)
      #expect(JPEGPictures.meanDifference(small, try whole.scaled(to: size)) < 2.5, "\(name)")
    }
  }
}
