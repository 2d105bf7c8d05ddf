internal import CImageCodecs

/// libdeflate at one level: the zlib stream of a whole buffer.
@safe struct PNGDeflater: ~Copyable {
  private let deflater: OpaquePointer

  /// - Parameter level: 1, the fastest, to 12.
  /// - Throws: `.missingLibrary` when libdeflate is not installed.
  init(level: Int) throws(PushImageError) {
    guard cimg_deflate_is_available() else {
      throw PushImageError(
        .missingLibrary, "libdeflate.so.0 is not installed; it writes PNGs (Debian package libdeflate0)")
    }
    guard let deflater = unsafe cimg_deflater_create(Int32(level)) else {
      throw PushImageError(.outOfMemory, "no memory to deflate a PNG")
    }
    unsafe self.deflater = deflater
  }

  deinit { unsafe cimg_deflater_free(deflater) }

  /// The zlib stream.
  func deflate(_ bytes: Span<UInt8>) -> [UInt8] {
    let bound = unsafe cimg_deflater_bound(deflater, bytes.count)
    return unsafe [UInt8](unsafeUninitializedCapacity: bound) { output, filledCount in
      unsafe bytes.withUnsafeBufferPointer { source in
        filledCount = unsafe cimg_deflater_run(
          deflater, source.baseAddress, source.count, output.baseAddress, output.count)
      }
    }
  }
}

/// zlib at its highest level: a stream that is made piece by piece.
@safe struct PNGStreamDeflater: ~Copyable {
  private static let roomByteCount = 65_536

  private let stream: OpaquePointer
  private var bytes: [UInt8] = []

  /// - Parameter memoryLevel: zlib's, 1 to 9; 8 makes blocks half as long as 9.
  init(memoryLevel: Int = 9) throws(PushImageError) {
    guard let stream = unsafe cimg_deflate_stream_create(Int32(memoryLevel)) else {
      throw PushImageError(.outOfMemory, "no memory to deflate a PNG")
    }
    unsafe self.stream = stream
  }

  deinit { unsafe cimg_deflate_stream_free(stream) }

  /// Takes the next bytes; after the last ones the stream is whole.
  mutating func append(_ input: Span<UInt8>, isLast: Bool) {
    var used = 0
    var isDone = false
    while used < input.count || (isLast && !isDone) {
      let count = bytes.count
      let rest = input.extracting(used..<input.count)
      bytes.append(contentsOf: repeatElement(0, count: Self.roomByteCount))
      let step = unsafe rest.withUnsafeBufferPointer { source in
        unsafe bytes.withUnsafeMutableBufferPointer { target in
          unsafe cimg_deflate_stream_run(
            stream, source.baseAddress, source.count, isLast, target.baseAddress.map { unsafe $0 + count },
            Self.roomByteCount)
        }
      }
      bytes.removeLast(Self.roomByteCount - step.made)
      used += step.used
      isDone = step.is_done
    }
  }

  /// What was made.
  consuming func finish() -> [UInt8] { bytes }

  /// The rows of a picture, filtered a few at a time.
  static func deflate(
    _ raster: PNGRaster, _ filtering: PNGFiltering, memoryLevel: Int = 9
  ) throws(PushImageError) -> [UInt8] {
    var deflater = try PNGStreamDeflater(memoryLevel: memoryLevel)
    let height = raster.header.height
    let step = max(1, (1 << 20) / (raster.header.rowByteCount + 1))
    for first in stride(from: 0, to: height, by: step) {
      let rows = first..<min(first + step, height)
      deflater.append(filtering.filtered(raster, rows: rows).span, isLast: rows.upperBound == height)
    }
    return deflater.finish()
  }
}
