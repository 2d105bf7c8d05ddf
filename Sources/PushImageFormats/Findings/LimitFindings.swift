/// The findings of this library's own `Limits`: each leaves the file undetermined.
public enum LimitFindings {
  /// Every kind of this owner.
  public static let findingKinds: [Finding.Kind] = [
    fileTooLarge, pixelsTooLarge, framesTooLarge, totalPixelsTooLarge, scansTooLarge,
    scanBlocksTooLarge, markersTooLarge, coefficientsTooLarge, chunksTooLarge, metadataTooLarge, timeTooLarge,
  ]

  static let reference = "https://owasp.org/www-community/vulnerabilities/Unrestricted_File_Upload"

  private static func kind(_ id: String, _ what: String, _ remedy: String) -> Finding.Kind {
    Finding.Kind(
      id, .warning, integrity: .undetermined, meaning: "\(what), so the file was not verified to its end",
      remedy: remedy, reference: reference)
  }

  package static let fileTooLarge = kind(
    "limit.file-too-large", "the file is larger than this tool reads",
    "Send a smaller file, or raise the limit maxByteCount.")
  package static let pixelsTooLarge = kind(
    "limit.pixels-too-large", "a frame has more pixels than this tool spends time on",
    "Scale the picture down, or raise the limit maxPixelCount.")
  package static let framesTooLarge = kind(
    "limit.frames-too-large", "the animation has more frames than this tool spends time on",
    "Drop frames, or raise the limit maxFrameCount.")
  package static let totalPixelsTooLarge = kind(
    "limit.total-pixels-too-large", "all frames together have more pixels than this tool spends time on",
    "Scale the animation down, or raise the limits maxTotalPixelCount and maxDecodedPixelCount.")
  package static let scansTooLarge = kind(
    "limit.scans-too-large", "the JPEG has more scans than any encoder writes",
    "Save it again as a baseline JPEG, or raise the limit maxScanCount.")
  package static let scanBlocksTooLarge = kind(
    "limit.scan-blocks-too-large", "the JPEG goes over its blocks in more scans than any encoder writes",
    "Save it again as a baseline JPEG, or raise the limit maxScanBlockCount.")
  package static let markersTooLarge = kind(
    "limit.markers-too-large", "the JPEG has more marker segments than any encoder writes",
    "Strip its metadata, or raise the limit maxMarkerCount.")
  package static let coefficientsTooLarge = kind(
    "limit.coefficients-too-large", "the JPEG is sent in several scans and too large to be kept in memory between them",
    "Save it again as a baseline JPEG, or raise the limit maxCoefficientByteCount.")
  package static let chunksTooLarge = kind(
    "limit.chunks-too-large", "the PNG has more chunks than any encoder writes",
    "Save it again, or raise the limit maxChunkCount.")
  package static let metadataTooLarge = kind(
    "limit.metadata-too-large", "compressed metadata inflates to more than this tool unpacks",
    "Strip the metadata, or raise the limits maxMetadataChunkByteCount and maxMetadataByteCount.")
  package static let timeTooLarge = kind(
    "limit.time-too-large", "decoding took more processor time than this tool spends on one file",
    "Scale the picture down or save it again, or raise the limit maxCPUSeconds.")
}
