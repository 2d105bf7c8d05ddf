import Foundation
import PushImage
import PushImageFormats
import Testing

/// Every PNG at hand is stripped, re-coded and decoded, and held against what libpng reads.
@Suite struct PNGCodingTests {
  /// Larger pictures take too long in a debug build; they are of no other kinds.
  private static let maxPixelCount = 20_000
  private static let coder: any PictureCoder = ImageCodecs.coder(for: .png) ?? MissingCoder.fail()

  private enum MissingCoder {
    static func fail() -> any PictureCoder { preconditionFailure("PNG has a coder") }
  }

  @Test func `pictures of TestImages stay what they are`() throws {
    let names = try PackageFiles.testImageNames(in: "png")
    #expect(names.count >= 150)
    var count = 0
    for name in names where try Self.check(PackageFiles.testImage("png/\(name)"), name) { count += 1 }
    #expect(count >= 90)
  }

  @Test func `pictures of the corpora stay what they are`() throws {
    guard FileManager.default.fileExists(atPath: PackageFiles.corpora.path(percentEncoded: false)) else {
      print("CORPORA ABSENT: set PUSHIMAGE_CORPORA. NOT TESTED.")
      return
    }
    let data = try PackageFiles.bytes(PackageFiles.corpora.appending(path: "oracle.csv"))
    let rows = CSVTable(String(decoding: data, as: UTF8.self)).rows.compactMap(CorpusRow.init)
    let files = rows.filter { $0.type == "PNG" }.map(\.file)
    #expect(files.count >= 700)
    // All of them take half a minute: an ordinary run takes some, and one that names the corpora takes all.
    let isOrdinary = ProcessInfo.processInfo.environment["PUSHIMAGE_CORPORA"] == nil
    let chosen = isOrdinary ? files.enumerated().filter { $0.offset % 8 == 0 }.map(\.element) : files
    var count = 0
    for file in chosen where try Self.check(PackageFiles.bytes(PackageFiles.corpora.appending(path: file)), file) {
      count += 1
    }
    print("corpora: \(count) of \(chosen.count) PNGs were coded")
    #expect(count >= chosen.count / 4)
  }

  /// Whether the file was one to be coded; what is wrong with the results is recorded.
  private static func check(_ bytes: [UInt8], _ name: String) throws -> Bool {
    let limits = Limits.default
    let bytes = bytes.span
    guard let codec = ImageCodecs.codec(for: .png) else { return false }
    let verification = try codec.verify(bytes, limits: limits)
    guard let info = verification.info, info.pixelCount <= maxPixelCount,
      !verification.findings.contains(where: { $0.severity == .error || $0.kind.integrity == .undetermined }),
      let deep = PNGReferencePixels.rgba(bytes, bitDepth: 16), let flat = PNGReferencePixels.rgba(bytes, bitDepth: 8)
    else { return false }
    let decoding = try coder.decode(bytes, DecodingRequest(), limits: limits)
    #expect(decoding.lostRowCount == 0, "\(name)")
    let isSame = decoding.bitmap.rgba == flat
    #expect(isSame, "\(name): decoded as libpng does")
    if let stripped = try coder.stripped(bytes, retention: Retention(), limits: limits) {
      try expectSame(stripped, deep, info, "\(name), stripped", isCopied: true)
      #expect(try coder.stripped(stripped.span, retention: Retention(), limits: limits) == nil, "\(name)")
    }
    var request = RecodingRequest()
    request.retention.keepsAnimation = false
    if let recoded = try coder.recoded(bytes, request, limits: limits) {
      try expectSame(recoded, deep, info, "\(name), re-coded", isCopied: false)
    }
    return true
  }

  private static func expectSame(
    _ result: [UInt8], _ pixels: [UInt8], _ info: ImageInfo, _ what: String, isCopied: Bool
  ) throws {
    guard let codec = ImageCodecs.codec(for: .png) else { return }
    let verification = try codec.verify(result.span, limits: .default, engine: .reference)
    #expect(verification.integrity == .intact || isCopied, "\(what)")
    let kinds = verification.findings.map(\.kind.id)
    // What stands in the picture data is not for copying to cure.
    let allowed = ["png.index-mismatch"] + (isCopied ? ["png.trailing-zlib-bytes", "png.trailing-image-data"] : [])
    #expect(kinds.allSatisfy(allowed.contains), "\(what): \(kinds)")
    #expect(verification.info?.orientation == info.orientation, "\(what)")
    let isSame = PNGReferencePixels.rgba(result.span, bitDepth: 16) == pixels
    #expect(isSame, "\(what): pixels differ")
  }
}

extension Bitmap {
  /// The pixels as RGBA.
  fileprivate var rgba: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(size.pixelCount * 4)
    forEachColor { color in
      result.append(color.red)
      result.append(color.green)
      result.append(color.blue)
      result.append(color.alpha)
    }
    return result
  }
}
