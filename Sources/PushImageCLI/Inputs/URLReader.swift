import PushImage
import PushImageFetching

/// Fetches a URL. What is wrong with it is found, not thrown, as for any property of an input.
struct URLReader: InputReader {
  let policy: FetchPolicy

  func read(_ input: Input, maxByteCount: Int?) throws(PushImageError) -> LoadedInput {
    var policy = policy
    policy.maxByteCount = min(policy.maxByteCount, maxByteCount ?? .max)
    let outcome = try Fetcher(policy: policy) { Interrupt.signalNumber != nil }.fetch(input.source.text)
    guard let image = outcome.image else {
      return LoadedInput(bytes: FileBytes(), byteCount: 0, findings: outcome.findings, isUnread: true)
    }
    return LoadedInput(
      bytes: image.body, byteCount: image.body.count, declaredType: image.contentType ?? "", name: outcome.fileName,
      findings: outcome.findings)
  }
}
