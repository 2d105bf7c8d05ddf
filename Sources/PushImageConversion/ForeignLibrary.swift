internal import CForeignCodecs
internal import PushImageFormats

/// A library that reads a foreign format, behind the walls of a child process.
///
/// How it was decided: these libraries are large, and what strangers' bytes did to their memory fills Debian's lists of
/// security updates: libwebp with CVE-2023-4863, libde265, which reads HEIC for libheif, with a dozen in September 2026
/// alone. So none is a dependency of the core, none is linked, and none sees a file inside this process. Each file is
/// decoded in a fork without open files, with limits on processor time and memory that come from `Limits`, and with a
/// filter of system calls that leaves memory, threads and the pipe. What can still go wrong: wrong pixels, a fork that
/// the host forbids, and a hole in the kernel.
enum ForeignLibrary {
  case webp, tiff, heif

  private var codec: cforeign_codec {
    switch self {
    case .webp: CFOREIGN_WEBP
    case .tiff: CFOREIGN_TIFF
    case .heif: CFOREIGN_HEIF
    }
  }

  /// The packages of Debian 12 that hold it.
  private var packages: String {
    switch self {
    case .webp: "libwebp7 and libwebpdemux2"
    case .tiff: "libtiff6"
    case .heif: "libheif1"
    }
  }

  /// The version that is loaded; nil when it is missing. Loads it.
  var version: String? {
    var text = [CChar](repeating: 0, count: 32)
    guard unsafe cforeign_version(codec, &text) else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Loads it.
  ///
  /// - Throws: `PushImageError` with `.missingLibrary` and the package to install.
  func require(for format: ImageFormat) throws(PushImageError) {
    guard let name = unsafe cforeign_missing_library(codec) else { return }
    let missing = unsafe String(cString: name)
    throw PushImageError(
      .missingLibrary, "\(format.title) is converted by \(missing), which is missing or too old; install \(packages)")
  }

  /// Starts a process that decodes.
  func start(
    _ bytes: Span<UInt8>, _ request: DecodingRequest, limits: Limits
  ) throws(PushImageError) -> DecodingProcess {
    unsafe try DecodingProcess(codec, Self.cRequest(bytes, request, limits: limits), bytes)
  }

  /// Everything but the bytes.
  private static func cRequest(_ bytes: Span<UInt8>, _ request: DecodingRequest, limits: Limits) -> cforeign_request {
    var result = unsafe cforeign_request()
    unsafe result.byte_count = bytes.count
    // Zero means no limit to C; the smallest limit is one.
    unsafe result.max_pixel_count = limits.maxPixelCount.map { UInt64(max($0, 1)) } ?? 0
    unsafe result.max_frame_count = limits.maxFrameCount.map { UInt32(clamping: max($0, 1)) } ?? 0
    if let seconds = limits.maxCPUSeconds {
      unsafe result.max_cpu_milliseconds = UInt32(min(max(seconds * 1_000, 1), 1e9))
    }
    unsafe result.max_profile_byte_count = UInt32(clamping: limits.maxMetadataChunkByteCount ?? Int(UInt32.max))
    unsafe result.wants_frame_not_blank = request.frame == .firstNotBlank
    unsafe result.is_lenient = request.isLenient
    return unsafe result
  }
}
