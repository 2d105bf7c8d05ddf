import PushImage
import PushImageFetching

/// What was read of one input.
struct LoadedInput: Sendable {
  let bytes: FileBytes
  /// Of the whole file; more than `bytes` when it is over the limit and only its beginning was read.
  let byteCount: Int
  /// SHA-256 of the whole, where only the beginning was kept although all of it was read.
  var wholeDigest: String?
  /// Which file it was, so that no output is written over it; nil for what is no file.
  var identity: FileIdentity?
  /// As the origin served it, where one did.
  var declaredType: String?
  /// Under which name the origin served it; nil for what has its name from the input.
  var name: String?
  /// What was found out on the way to the bytes.
  var findings: [Finding] = []
  /// Whether there are no bytes at all; the findings say why.
  var isUnread = false
}

/// Gets the bytes of the inputs of one kind. Called from many threads at once.
protocol InputReader: Sendable {
  /// - Throws: `PushImageError` that says why there are no bytes; never because of what they are.
  func read(_ input: Input, maxByteCount: Int?) throws(PushImageError) -> LoadedInput

  /// As much of the beginning as a quick check wants; by default the whole.
  func readHead(_ input: Input, maxByteCount: Int?) throws(PushImageError) -> LoadedInput
}

extension InputReader {
  /// What comes over a network or a pipe has no beginning that could be had alone.
  func readHead(_ input: Input, maxByteCount: Int?) throws(PushImageError) -> LoadedInput {
    try read(input, maxByteCount: maxByteCount)
  }
}

/// Which reader serves which kind of input.
struct InputReaders: Sendable {
  let fetchPolicy: FetchPolicy

  func reader(for place: Input.Place) -> any InputReader {
    switch place {
    case .standardInput: StandardInputReader()
    case .named, .entry, .linked: FileReader()
    case .url: URLReader(policy: fetchPolicy)
    }
  }
}
