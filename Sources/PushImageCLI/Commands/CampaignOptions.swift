import Glibc
import PushImage
import PushImageFetching

/// The options of `preflight`, read and validated before anything is done.
struct CampaignOptions {
  let run: RunOptions
  /// Every platform unless some are asked for: the payload says which count.
  let platforms: [Platform]
  let payload: PayloadOptions
  let preflight: PreflightOptions
  let fetcher: any PictureFetcher
  let jobs: Int
  /// Where cured pictures and new payloads go; nil when nothing is to be prepared.
  let target: Target?
  let output: FilePath?

  /// `--prepare` and what goes with it.
  struct Target {
    let folder: FilePath
    /// Without a slash at its end.
    let publicBase: String
    /// Whether payloads of an earlier run are replaced.
    let replaces: Bool
  }

  init(_ arguments: ParsedArguments) throws {
    target = try Self.target(arguments)
    run = try RunOptions(arguments)
    platforms = arguments.has(.platform) ? run.platforms : Platforms.all
    payload = try Self.payload(arguments)
    var policy = try FetchPolicy(arguments)
    policy.allowsPlainHTTP = arguments.has(.allowHTTP)
    preflight = try Self.preflight(arguments, policy)
    if let folder = arguments.path(.offline) {
      fetcher = RecordedAnswers(folder: folder)
    } else {
      fetcher = Fetcher(policy: policy)
    }
    jobs = run.jobs ?? 16
    output = arguments.path(.output).flatMap { $0.text == "-" ? nil : $0 }
  }

  private static func target(_ arguments: ParsedArguments) throws(UsageError) -> Target? {
    guard let folder = arguments.path(.prepareTo) else {
      guard arguments.text(.publicBase) == nil else { throw UsageError("--public-base goes with --prepare DIR") }
      return nil
    }
    guard var base = arguments.text(.publicBase) else {
      throw UsageError("--prepare needs --public-base URL, where the content of its folder will be published")
    }
    guard arguments.path(.pinned) == nil else { throw UsageError("--prepare takes payloads, not --pinned") }
    while base.hasSuffix("/") { base.removeLast() }
    let rest = base.dropFirst("https://".count)
    let isURL = base.hasPrefix("https://") && !rest.isEmpty && !rest.hasPrefix("/")
    guard isURL, base.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"?#\"<>\\^`{|}".utf8.contains($0) }) else {
      throw UsageError("--public-base is a URL such as https://cdn.example/push, not '\(base.visible)'")
    }
    return Target(folder: folder, publicBase: base, replaces: arguments.has(.overwrite))
  }

  private static func payload(_ arguments: ParsedArguments) throws(UsageError) -> PayloadOptions {
    var options = PayloadOptions()
    options.allowsHTTP = arguments.has(.allowHTTP)
    options.imageKeys = arguments.values(.imageKey).map(\.text)
    for key in options.imageKeys where !key.hasPrefix("/") {
      throw UsageError("--image-key is a JSON pointer such as /data/picture, not '\(key.visible)'")
    }
    guard let id = arguments.text(.payloadType) else { return options }
    guard let type = PayloadType.type(id: id) else {
      let known = PayloadType.all.map(\.id)
      let hint = NearestName.suggestion(for: id, among: known)
      throw UsageError("unknown form '\(id.visible)'\(hint); known: \(known.joined(separator: ", "))")
    }
    options.type = type
    return options
  }

  private static func preflight(
    _ arguments: ParsedArguments, _ policy: FetchPolicy
  ) throws(UsageError) -> PreflightOptions {
    var options = PreflightOptions(sendTime: try sendTime(arguments))
    options.timeoutSeconds = policy.timeoutSeconds
    options.probes = !arguments.has(.noProbes)
    options.appAllowsPlainHTTP = arguments.has(.allowHTTP)
    options.identifier = arguments.text(.nseIdentifier)
    options.clients = try clients(arguments)
    if let seconds = try arguments.number(.ttl, in: 0...31_536_000) {
      options.lifetime = MessageLifetime(seconds: seconds)
    }
    return options
  }

  private static func sendTime(_ arguments: ParsedArguments) throws(UsageError) -> Int {
    guard let text = arguments.text(.sendAt) else { return time(nil) }
    guard let seconds = Timestamp.seconds(iso8601: text) else {
      throw UsageError("--send-at is a time such as 2026-12-24T08:00:00Z, not '\(text.visible)'")
    }
    return seconds
  }

  private static func clients(_ arguments: ParsedArguments) throws(UsageError) -> [String]? {
    let words = arguments.values(.client).flatMap {
      $0.text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let known = ClientSimulators.all.map(\.id)
    for word in words where word != "all" && !known.contains(word) {
      let hint = NearestName.suggestion(for: word, among: known)
      throw UsageError("unknown client '\(word.visible)'\(hint); known: \(known.joined(separator: ", ")), all")
    }
    if words.contains("all") { return known }
    return words.isEmpty ? nil : words
  }
}
