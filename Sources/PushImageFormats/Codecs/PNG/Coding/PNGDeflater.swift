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
