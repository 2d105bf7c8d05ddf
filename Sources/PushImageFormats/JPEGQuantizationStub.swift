/// Stands in until JPEG files can be encoded.
public struct JPEGQuantization: Sendable, Hashable {
  /// Nil.
  public init?(_ bytes: Span<UInt8>, limits: Limits = .default) { return nil }
  /// 85.
  public var estimatedQuality: Int { 85 }
}

extension EncodingRequest {
  /// Nothing.
  public var quantization: JPEGQuantization? {
    get { nil }
    set {}
  }
}
