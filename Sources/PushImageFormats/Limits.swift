/// What this library will spend on one hostile file. `nil` removes a limit.
///
/// Over a limit the answer is a `limit.…` finding and *undetermined*, never a crash. The numbers are this project's
/// own, not a platform's: those are `Platform.limits`. No valid file of the test corpora reaches one.
public struct Limits: Sendable, Hashable {
  /// Bytes of the file; more is not read into memory. Default 268,435,456.
  public var maxByteCount: Int? = 268_435_456
  /// Pixels of one frame. Default 100,000,000. There is no limit on a side.
  public var maxPixelCount: Int? = 100_000_000
  /// Frames of an animation. Default 10,000.
  public var maxFrameCount: Int? = 10_000
  /// Pixels summed over frames where the cost depends on bytes only. Default 1,000,000,000.
  public var maxTotalPixelCount: Int? = 1_000_000_000
  /// Pixels summed over frames where each must be decoded. Default 250,000,000.
  public var maxDecodedPixelCount: Int? = 250_000_000
  /// Scans of one JPEG where the formats' own library decodes it, at a cost of all its pixels a scan: the reference
  /// engine, arithmetic coding, preparing. Default 100.
  public var maxScanCount: Int? = 100
  /// Blocks of 8 x 8 samples that all scans of one JPEG visit together, where the native engine reads it; a component
  /// of a picture of 100 megapixels has 1.6 million. Default 100,000,000, several times what such a picture in the
  /// usual ten scans needs. Of visits to blocks that turn out to be empty nearly all are skipped, and count as well.
  public var maxScanBlockCount: Int? = 100_000_000
  /// Marker segments of one JPEG. Default 5,000.
  public var maxMarkerCount: Int? = 5_000
  /// Bytes of coefficients that a JPEG of several scans keeps in memory until the last; about 65 megapixels in the
  /// usual 4:2:0 sampling. Default 200,000,000.
  public var maxCoefficientByteCount: Int? = 200_000_000
  /// Chunks of one PNG. Default 200,000.
  public var maxChunkCount: Int? = 200_000
  /// Bytes that one compressed metadata chunk may inflate to. Default 8,388,608.
  public var maxMetadataChunkByteCount: Int? = 8_388_608
  /// Bytes that all compressed metadata chunks together may inflate to. Default 16,777,216.
  public var maxMetadataByteCount: Int? = 16_777_216
  /// Processor time for one file, in seconds. Default 2.
  public var maxCPUSeconds: Double? = 2

  /// The defaults.
  public init() {}

  /// The defaults.
  public static let `default` = Limits()
}
