import PushImageFetching

extension FetchPolicy {
  /// The defaults, changed by the options that say how URLs are fetched.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.init()
    caFile = arguments.text(.caFile)
    resolutions = arguments.values(.resolve).map(\.text)
    for value in arguments.values(.allowAddress) {
      guard let range = AddressRange(value.text) else {
        throw UsageError(
          "--allow-address is an address or a block such as 10.0.0.0/8 or fd00::/8, not '\(value.text.visible)'")
      }
      addresses.allowed.append(range)
    }
    guard let text = arguments.text(.timeout) else { return }
    guard let seconds = Double(text), seconds > 0, seconds <= Self.maxTimeoutSeconds else {
      throw UsageError(
        "--timeout is a number of seconds, more than 0 and at most \(Int(Self.maxTimeoutSeconds)), not '\(text.visible)'"
      )
    }
    timeoutSeconds = seconds
  }
}
