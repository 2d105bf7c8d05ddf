internal import CImageCodecs

extension JPEGCodec {
  /// Below this quality colour is saved at half the rows and columns.
  static let fullChromaQuality = 90

  /// Quality when the caller names none.
  static let defaultQuality = 85

  func encode(_ bitmap: Bitmap, _ request: EncodingRequest) throws(PushImageError) -> [UInt8] {
    let (file, job) = encoded(bitmap, request, maxByteCount: 0)
    try job.requireMemory()
    guard let file else {
      throw PushImageError(.undecodable, "libjpeg-turbo cannot encode the picture", underlying: job.messages.last?.text)
    }
    return request.embedsProfile ? Self.inserting(orientation: 1, profile: bitmap.iccProfile, into: file) : file
  }

  /// The file; nil when it would have more than `maxByteCount` bytes (0: no limit) or the library fails.
  ///
  /// - Precondition: gray or RGB; the caller has flattened opacity and converted CMYK.
  func encoded(
    _ bitmap: Bitmap, _ request: EncodingRequest, maxByteCount: Int
  ) -> (bytes: [UInt8]?, job: JPEGJob) {
    precondition(bitmap.layout == .gray || bitmap.layout == .rgb, "JPEG has no opacity, and CMYK is converted before")
    let quality = min(max(request.quality ?? Self.defaultQuality, 1), 100)
    var encoding = unsafe cimg_jpeg_encoding()
    unsafe encoding.width = UInt32(bitmap.size.width)
    unsafe encoding.height = UInt32(bitmap.size.height)
    unsafe encoding.channel_count = UInt32(bitmap.layout.channelCount)
    unsafe encoding.quality = Int32(quality)
    let isSubsampled = request.quantization?.isSubsampled ?? (quality < Self.fullChromaQuality)
    unsafe encoding.horizontal_sampling = isSubsampled ? 2 : 1
    unsafe encoding.vertical_sampling = isSubsampled ? 2 : 1
    unsafe encoding.is_progressive = request.isProgressive
    unsafe encoding.max_byte_count = maxByteCount
    var limits = Limits()
    limits.maxCPUSeconds = nil
    return unsafe JPEGJob.makeBytes(limits: limits) { budget, report, output in
      unsafe bitmap.bytes.withUnsafeBufferPointer { pixels in
        unsafe withTables(request.quantization) { luma, chroma in
          unsafe encoding.luma_table = luma
          unsafe encoding.chroma_table = chroma
          unsafe cimg_jpeg_encode(pixels.baseAddress, &encoding, budget, report, output)
        }
      }
    }
  }

  private func withTables(
    _ quantization: JPEGQuantization?, _ body: (UnsafePointer<UInt16>?, UnsafePointer<UInt16>?) -> Void
  ) {
    guard let quantization else { return body(nil, nil) }
    unsafe quantization.luma.withUnsafeBufferPointer { luma in
      unsafe quantization.chroma.withUnsafeBufferPointer { chroma in
        unsafe body(luma.baseAddress, chroma.baseAddress)
      }
    }
  }
}
