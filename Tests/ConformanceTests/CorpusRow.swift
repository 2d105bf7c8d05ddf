import PushImage

/// What reference decoders say of one file of the corpora, and what that asks of us.
struct CorpusRow: Sendable {
  let file: String
  let type: String
  let dims: String
  let frames: String
  let expect: String
  let traits: [String]
  let tags: [String]

  init?(_ row: [String: String]) {
    tags = (row["tags"] ?? "").split(separator: " ").map(String.init)
    guard let file = row["file"], let type = row["type"], let expect = row["expect"] else { return nil }
    self.file = file
    self.type = type
    self.expect = expect
    dims = row["dims"] ?? ""
    frames = row["frames"] ?? ""
    traits = (row["class"] ?? "").split(separator: " ").map(String.init)
  }

  /// What each trait means for the file as a whole; `policy` rows are as bad as their worst trait.
  static let integrityByTrait: [String: Integrity] = [
    "TRAILING_AFTER_IEND": .intact, "TRAILING_AFTER_EOI": .intact, "TRAILING_ZEROS": .intact,
    "MULTI_PICTURE_TAIL": .intact, "TRAILING_AFTER_TRAILER": .intact, "METADATA_DEFECT": .intact, "APNG": .intact,
    "APNG_DEFECT": .intact, "SIXTEEN_BIT": .intact, "ARITHMETIC": .intact, "CMYK": .intact,
    "FRAME_OUTSIDE_SCREEN": .intact, "NO_PALETTE": .intact, "INDEX_OVER_PALETTE": .intact, "LZW_QUIRK": .intact,
    "LZW_EXTRA_PIXELS": .intact, "DECODER_LIMIT": .intact,
    "CGBI": .undetermined, "LOSSLESS": .undetermined, "NOT_8_BIT": .undetermined, "HUGE_DIMENSIONS": .undetermined,
    // CgBI stands where IHDR should; that is what the form is, not further damage.
    "CHUNK_ORDER": .undetermined,
    "MISSING_IEND_ONLY": .damaged, "MISSING_EOI_ONLY": .damaged, "MISSING_TRAILER_ONLY": .damaged,
    "EXTRANEOUS_BYTES": .damaged, "CRC_ANCILLARY": .damaged, "ZERO_SIZE_FRAME": .damaged, "MIN_CODE_SIZE": .damaged,
    "GARBAGE_BETWEEN_BLOCKS": .damaged, "ODD_SCAN_PARAMETERS": .damaged,
    // libpng cannot reach the rows behind a window that the stream itself declared too small.
    "ZLIB_WINDOW": .damaged,
  ]

  /// Files whose class alone does not decide, each with the argument.
  static let integrityByFile: [String: Integrity] = [
    // A comment without a sub-block is legal; only giflib's Slurp, which nobody here calls, trips over it.
    "pillow/hopper_zero_comment_subblocks.gif": .intact
  ]

  /// What the file is as a whole; nil when neither its class nor its name decides.
  var policyIntegrity: Integrity? {
    if let named = Self.integrityByFile[file] { return named }
    let known = traits.compactMap { integrity(of: $0) }
    return known.count == traits.count ? known.max() : nil
  }

  private func integrity(of trait: String) -> Integrity? {
    // The class joins bytes behind the zlib stream with pixels behind the rows; the tag tells them apart.
    if trait == "EXTRA_IDAT_DATA" { return tags.contains("data-after-zlib-stream") ? .intact : .damaged }
    return Self.integrityByTrait[trait]
  }

  /// What is wrong with a report of this file; empty when it is right.
  func mismatches(_ report: Report) -> [String] {
    let ids = report.findings.filter { $0.platform == nil }.map(\.kind.id).joined(separator: " ")
    let said = "\(file) [\(expect) \(traits.joined(separator: "+"))]: \(report.integrity) \(ids)"
    switch expect {
    case "accept": return acceptMismatches(report, said)
    case "reject": return report.integrity == .intact ? ["\(said): a decoder refuses it"] : []
    case "not-image":
      let isOurs = ["png", "jpeg", "gif"].contains(report.format?.name)
      return isOurs && report.integrity == .intact ? ["\(said): it is none of the three"] : []
    case "policy":
      guard let policyIntegrity else { return ["\(said): no policy for its class"] }
      return report.integrity == policyIntegrity ? [] : ["\(said): should be \(policyIntegrity)"]
    default: return ["\(said): unknown expectation"]
    }
  }

  private func acceptMismatches(_ report: Report, _ said: String) -> [String] {
    var wrong: [String] = []
    if report.integrity != .intact { wrong.append("\(said): every decoder accepts it") }
    let size = report.info.map { "\($0.width)x\($0.height)" } ?? "no size"
    if size != dims { wrong.append("\(said): \(size) instead of \(dims)") }
    if report.findings.contains(where: { owner(of: $0.kind.id) == "limit" }) {
      wrong.append("\(said): reaches a limit")
    }
    return wrong
  }
}
