public import PushImage

extension LibraryVersions {
  /// The version of the libcurl that fetches; nil when it is not installed. Loads it.
  public static var libcurl: String? { Curl.version }
}
