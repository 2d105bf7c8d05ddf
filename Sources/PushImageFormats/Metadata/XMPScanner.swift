/// Looks into XMP (ISO 16684-1) for what matters here, without parsing it: a property keeps its name whether it is
/// written as an attribute or as an element.
enum XMPScanner {
  /// Whether the text has a latitude or longitude, by the names of the EXIF schema in XMP.
  static func holdsPosition(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where text[index] == UInt8(ascii: "G") {
      if text.matches("GPSLatitude", at: index) || text.matches("GPSLongitude", at: index) { return true }
    }
    return false
  }
}
