import CCurl
import Glibc
import PushImage

/// The one place where Swift meets libcurl.
enum Curl {
  /// Parses a URL, or resolves a `Location` against the URL that answered with it.
  ///
  /// - Returns: the target, or what is wrong with the URL in words.
  static func resolve(
    _ reference: String, against base: String?
  ) throws(PushImageError) -> Result<FetchTarget, Refusal> {
    var url = unsafe ccurl_url()
    var reason: UnsafePointer<CChar>?
    let status = unsafe withOptionalCString(base) { base in unsafe ccurl_url_resolve(base, reference, &url, &reason) }
    defer { unsafe ccurl_url_free(&url) }
    switch status {
    case CCURL_URL_PARSED: return unsafe .success(target(url))
    case CCURL_URL_NAMES_USER: return .failure(Refusal(words: "URL carries a user name"))
    case CCURL_URL_NO_LIBRARY: throw missing
    case CCURL_URL_OUT_OF_MEMORY: throw PushImageError(.outOfMemory, "no memory to read a URL")
    default: return unsafe .failure(Refusal(words: "URL cannot be read: \(string(reason) ?? "malformed")"))
    }
  }

  /// What is wrong with a URL.
  struct Refusal: Error {
    let words: String
  }

  private static func target(_ url: ccurl_url) -> FetchTarget {
    unsafe FetchTarget(
      text: string(url.text) ?? "", scheme: string(url.scheme) ?? "", host: string(url.host) ?? "",
      path: string(url.path) ?? "", query: string(url.query))
  }

  /// The version of the library; nil when it cannot be loaded.
  static var version: String? { unsafe string(ccurl_version()) }

  // MARK: Addresses

  static func isNetwork(_ text: String) -> Bool { network(text) != nil }

  static func refusal(of text: String, allowed: [AddressRange]) -> String? {
    var address = ccurl_address()
    guard !text.utf8.contains(0), unsafe ccurl_address_parse(text, &address) else { return "not an address" }
    let networks = allowed.compactMap { network($0.description) }
    return unsafe string(ccurl_address_refusal(&address, networks, networks.count))
  }

  private static func network(_ text: String) -> ccurl_network? {
    var network = ccurl_network()
    guard !text.utf8.contains(0), unsafe ccurl_network_parse(text, &network) else { return nil }
    return network
  }

  // MARK: Fetching

  /// How a request ended, where that says something of the URL.
  enum End {
    case completed, nameNotResolved, addressRefused, connectionFailed, tlsFailed, timedOut, headersTooLarge
    case bodyTooLarge, bodyTruncated, responseMalformed, urlMalformed
  }

  /// The answer to one request.
  struct Answer {
    let end: End
    /// libcurl's words for a failure, printable ASCII.
    let message: String
    let httpStatus: Int?
    let headers: [HeaderField]
    let declaredByteCount: Int?
    let body: FileBytes
    let primaryAddress: String?
    let refusedAddress: String?
    let refusal: String?
    let connectMilliseconds: Int?
    let firstByteMilliseconds: Int?
    let totalMilliseconds: Int
  }

  /// Makes one request and waits for its end.
  ///
  /// - Throws: `PushImageError` for what is this machine's fault, not the URL's.
  static func fetch(
    _ url: String, policy: FetchPolicy, timeoutMilliseconds: Int, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(PushImageError) -> Answer {
    var response = unsafe ccurl_response()
    let networks = policy.addresses.allowed.compactMap { network($0.description) }
    unsafe networks.withUnsafeBufferPointer { networks in
      unsafe withStrings([url, policy.userAgent, policy.accept, policy.caFile], policy.resolutions) { texts, list in
        var request = unsafe ccurl_request()
        unsafe request.url = texts[0]
        unsafe request.user_agent = texts[1]
        unsafe request.accept = texts[2]
        unsafe request.ca_file = texts[3]
        unsafe request.resolutions = list.baseAddress
        unsafe request.resolution_count = list.count
        unsafe request.allowed = networks.baseAddress
        unsafe request.allowed_count = networks.count
        unsafe request.max_body_byte_count = UInt64(max(0, policy.maxByteCount))
        unsafe request.max_header_byte_count = UInt32(clamping: policy.maxHeaderByteCount)
        unsafe request.timeout_milliseconds = UInt32(clamping: timeoutMilliseconds)
        unsafe request.stall_seconds = UInt32(clamping: policy.stallSeconds)
        unsafe request.allows_plain_http = policy.allowsPlainHTTP
        guard let isCancelled else { return unsafe ccurl_fetch(&request, &response) }
        let question = Question(isCancelled)
        unsafe request.is_cancelled = askWhetherCancelled
        unsafe request.context = Unmanaged.passUnretained(question).toOpaque()
        withExtendedLifetime(question) { unsafe ccurl_fetch(&request, &response) }
      }
    }
    return unsafe try answer(&response, policy)
  }

  /// What C carries about for us.
  fileprivate final class Question: Sendable {
    let isCancelled: @Sendable () -> Bool

    init(_ isCancelled: @escaping @Sendable () -> Bool) { self.isCancelled = isCancelled }
  }

  private static func answer(
    _ response: inout ccurl_response, _ policy: FetchPolicy
  ) throws(PushImageError) -> Answer {
    let body = unsafe FileBytes(adopting: response.body, count: response.body_byte_count)
    unsafe response.body = nil
    defer { unsafe ccurl_response_free(&response) }
    let status = unsafe ccurl_status(rawValue: UInt32(response.status))
    let message = unsafe string(in: response.message)
    guard let end = end(of: status) else { throw failure(status, message, policy) }
    let header = unsafe UnsafeBufferPointer(start: response.header, count: response.header_byte_count)
    return unsafe Answer(
      end: end, message: message, httpStatus: response.http_status > 0 ? Int(response.http_status) : nil,
      headers: HeaderField.parse(Array(header)),
      declaredByteCount: response.declared_byte_count < 0 ? nil : Int(response.declared_byte_count), body: body,
      primaryAddress: nonEmpty(string(in: response.primary_address)),
      refusedAddress: nonEmpty(string(in: response.refused_address)), refusal: string(response.refusal),
      connectMilliseconds: milliseconds(response.connect_microseconds),
      firstByteMilliseconds: milliseconds(response.first_byte_microseconds),
      totalMilliseconds: Int(response.total_microseconds / 1000))
  }

  private static var missing: PushImageError {
    PushImageError(.networkUnavailable, "libcurl.so.4 could not be loaded; install libcurl4")
  }

  private static func end(of status: ccurl_status) -> End? {
    switch status {
    case CCURL_COMPLETED: .completed
    case CCURL_NAME_NOT_RESOLVED: .nameNotResolved
    case CCURL_ADDRESS_REFUSED: .addressRefused
    case CCURL_CONNECTION_FAILED: .connectionFailed
    case CCURL_TLS_FAILED: .tlsFailed
    case CCURL_TIMED_OUT: .timedOut
    case CCURL_HEADERS_TOO_LARGE: .headersTooLarge
    case CCURL_BODY_TOO_LARGE: .bodyTooLarge
    case CCURL_BODY_TRUNCATED: .bodyTruncated
    case CCURL_MALFORMED_RESPONSE: .responseMalformed
    case CCURL_MALFORMED_URL: .urlMalformed
    default: nil
    }
  }

  /// What is the fault of this machine or of the policy.
  private static func failure(_ status: ccurl_status, _ message: String, _ policy: FetchPolicy) -> PushImageError {
    switch status {
    case CCURL_NO_LIBRARY: missing
    case CCURL_CANCELLED: PushImageError(.cancelled, "the fetch was given up")
    case CCURL_BAD_SETTING:
      PushImageError(.networkUnavailable, "libcurl.so.4 is too old; version 7.85 or later is needed")
    case CCURL_BAD_RESOLUTION:
      PushImageError(.invalidPolicy, "resolution is not host:port:address", underlying: message)
    case CCURL_BAD_CA_FILE:
      PushImageError(
        .invalidCertificateFile, "certificates of \(policy.caFile ?? "the system") cannot be read",
        underlying: message)
    default: PushImageError(.outOfMemory, "no memory to fetch a URL")
    }
  }

  // MARK: Strings

  /// Less than a millisecond counts as one, so that nothing is not mistaken for fast.
  private static func milliseconds(_ microseconds: Int64) -> Int? {
    microseconds > 0 ? max(1, Int(microseconds / 1000)) : nil
  }

  private static func nonEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }

  private static func string(_ pointer: UnsafePointer<CChar>?) -> String? {
    unsafe pointer.map { unsafe String(cString: $0) }
  }

  /// The text of a C array, which arrives as a tuple.
  private static func string<Characters>(in characters: Characters) -> String {
    unsafe withUnsafeBytes(of: characters) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  private static func withOptionalCString<Result>(
    _ text: String?, _ body: (UnsafePointer<CChar>?) -> Result
  ) -> Result {
    guard let text else { return body(nil) }
    return unsafe text.withCString { unsafe body($0) }
  }

  /// Lends C copies of some texts and of a list of texts, all in one buffer.
  private static func withStrings(
    _ texts: [String?], _ list: [String],
    _ body: ([UnsafePointer<CChar>?], UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Void
  ) {
    var characters: [CChar] = []
    let offsets = (texts + list).map { text -> Int? in
      guard let text else { return nil }
      defer { characters.append(contentsOf: text.utf8CString) }
      return characters.count
    }
    unsafe characters.withUnsafeBufferPointer { buffer in
      let pointers = unsafe offsets.map { offset in
        unsafe offset.flatMap { offset in unsafe buffer.baseAddress.map { unsafe $0 + offset } }
      }
      let entries = unsafe Array(pointers[texts.count...])
      unsafe entries.withUnsafeBufferPointer { unsafe body(pointers, $0) }
    }
  }
}

/// In a function of its own: a closure given to C takes on the isolation of where it stands.
private func askWhetherCancelled(_ context: UnsafeMutableRawPointer?) -> Bool {
  guard let context = unsafe context else { return false }
  return unsafe Unmanaged<Curl.Question>.fromOpaque(context).takeUnretainedValue().isCancelled()
}
