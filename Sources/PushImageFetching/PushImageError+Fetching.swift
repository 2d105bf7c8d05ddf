extension PushImageError.Code {
  /// This machine cannot fetch: `libcurl.so.4` is missing or too old.
  public static let networkUnavailable = PushImageError.Code(rawValue: "network-unavailable")
  /// Whoever asked for the fetch gave it up.
  public static let cancelled = PushImageError.Code(rawValue: "cancelled")
  /// The certificate file of `FetchPolicy.caFile` is missing or holds no PEM certificate.
  public static let invalidCertificateFile = PushImageError.Code(rawValue: "invalid-certificate-file")
}
