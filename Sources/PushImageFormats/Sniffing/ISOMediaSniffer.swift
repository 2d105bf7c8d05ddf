/// Files of the ISO base media family (ISO/IEC 14496-12): AVIF, HEIC, MP4 and QuickTime by the brands of `ftyp`.
enum ISOMediaSniffer {
  private static let avifBrands = ["avif", "avis"]
  private static let heicBrands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"]
  /// Brands of HEIF that leave the coding open: the compatible brands decide.
  private static let openBrands = ["mif1", "mif2", "msf1", "miaf"]
  /// Every further brand that starts like this is of the MP4 kind: `iso2` … `isoa`, `mp41`, `mp42`, `3gp5`, `3g2a`.
  private static let mp4Prefixes = [
    "iso", "mp4", "mp7", "avc", "M4V", "M4A", "M4B", "M4P", "f4v", "F4V", "3gp", "3g2", "dash", "MSNV", "mmp4",
  ]

  static func sniff(_ head: Span<UInt8>) -> ImageFormat? {
    guard let size = head.bigEndian32(at: 0) else { return nil }
    if head.matches("ftyp", at: 4) { return size >= 16 ? brandedFormat(head, boxEnd: size) : nil }
    // QuickTime files of before 2001 have no `ftyp`; `wide` is an empty box that leaves room for a 64-bit size.
    let isOldMovie = head.matches("moov", at: 4) || head.matches("mdat", at: 4) || head.matches("wide", at: 4)
    return isOldMovie && (size >= 8 || size <= 1) ? .mov : nil
  }

  private static func brandedFormat(_ head: Span<UInt8>, boxEnd: Int) -> ImageFormat? {
    guard head.count >= 12 else { return nil }
    if head.matches("qt  ", at: 8) { return .mov }
    if hasBrand(head, avifBrands, at: 8) { return .avif }
    if hasBrand(head, heicBrands, at: 8) { return .heic }
    let compatibleOffsets = stride(from: 16, to: min(boxEnd, head.count) - 3, by: 4)
    if hasBrand(head, openBrands, at: 8) {
      return compatibleOffsets.contains { hasBrand(head, avifBrands, at: $0) } ? .avif : .heic
    }
    if hasBrand(head, mp4Prefixes, at: 8) { return .mp4 }
    // Canon's CR3 raw pictures name `isom` beside their own brand.
    if head.matches("crx ", at: 8) { return nil }
    return compatibleOffsets.contains { hasBrand(head, mp4Prefixes, at: $0) } ? .mp4 : nil
  }

  private static func hasBrand(_ head: Span<UInt8>, _ brands: [String], at offset: Int) -> Bool {
    brands.contains { head.matches(Array($0.utf8), at: offset) }
  }
}
