package import PushImageFormats

/// Looks for programs in the parts of a picture that hold free text.
package enum EmbeddedMarkup {
  /// Bytes looked at in one file, all ranges together.
  package static let maxByteCount = 1 << 20

  /// Lower case, as they are compared.
  private static let needles: [[UInt8]] = ["<script", "<?php", "<html", "<svg", "javascript:"].map { Array($0.utf8) }

  /// A place where one of the words begins that browsers and servers act on.
  ///
  /// The last range, where bytes behind the picture stand, is looked at first: comments cannot use up its share.
  package static func find(in ranges: [Range<Int>], of bytes: Span<UInt8>) -> Finding? {
    var budget = maxByteCount
    for range in ranges.suffix(1) + ranges.dropLast() where budget > 0 {
      let looked = range.clamped(to: 0..<bytes.count).prefix(budget)
      budget -= looked.count
      for offset in looked {
        guard let needle = needles.first(where: { begins(with: $0, at: offset, end: looked.endIndex, of: bytes) })
        else { continue }
        let word = String(decoding: needle, as: UTF8.self)
        return Finding(FileFindings.embeddedMarkup, "\(quoted(word)) stands in a comment or behind the end", at: offset)
      }
    }
    return nil
  }

  private static func begins(with needle: [UInt8], at offset: Int, end: Int, of bytes: Span<UInt8>) -> Bool {
    guard lowercased(bytes[offset]) == needle[0], offset + needle.count <= end else { return false }
    for index in needle.indices where lowercased(bytes[offset + index]) != needle[index] { return false }
    return true
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
