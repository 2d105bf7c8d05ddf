package import PushImageFormats

/// Says what the bytes behind a picture are, where they begin like a known format: the mark of a file that is two.
package enum Polyglot {
  /// The faults of codecs that begin a run of bytes behind the end.
  private static let faults = [".trailing-bytes", ".trailing-zlib-bytes"]

  /// Completes the codecs' findings of trailing bytes.
  package static func name(_ findings: [Finding], in bytes: Span<UInt8>) -> [Finding] {
    findings.map { finding in
      guard faults.contains(where: finding.kind.id.hasSuffix), let offset = finding.location?.byteOffset,
        (0..<bytes.count).contains(offset), let format = Sniffer.sniff(bytes.extracting(offset..<bytes.count))
      else { return finding }
      return Finding(
        finding.kind, "\(finding.message); they begin like \(format.titleWithArticle)", severity: finding.severity,
        platform: finding.platform, actual: finding.actual, limit: finding.limit, unit: finding.unit,
        location: finding.location)
    }
  }
}
