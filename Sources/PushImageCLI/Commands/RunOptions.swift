import Glibc
import PushImage
import PushImageFetching

/// `--format` of the commands that look at pictures.
enum RecordFormat: String, CaseIterable {
  case text, json, jsonl
}

/// The options that `check` and `prepare` share, read and validated before anything is done.
struct RunOptions {
  static let defaultPlatforms = ["ios", "android"]
  /// A policy is a page of numbers; anything larger is another file.
  static let maxPolicyByteCount = 1 << 20
  static let maxJobs = 1024

  let platforms: [Platform]
  let policy: Policy
  let engine: EngineSelection
  let declaredType: String?
  let readers: InputReaders
  /// Nil for one per core.
  let jobs: Int?
  let format: RecordFormat
  let isStrict: Bool
  let isQuiet: Bool
  let colorChoice: ColorChoice

  init(_ arguments: ParsedArguments) throws {
    platforms = try Self.platforms(arguments.values(.platform))
    declaredType = arguments.text(.declaredType)
    readers = InputReaders(fetchPolicy: try FetchPolicy(arguments))
    jobs = try arguments.number(.jobs, in: 1...Self.maxJobs)
    format = try arguments.choice(.format, default: .text)
    engine = try arguments.choice(.engine, default: .default)
    isStrict = arguments.has(.strict)
    isQuiet = arguments.has(.quiet)
    colorChoice = arguments.has(.noColor) ? .never : try arguments.choice(.color, default: .auto)
    policy = try arguments.path(.policy).map(Self.policy) ?? .default
  }

  /// Asked of the system only when there is work for more than one.
  static var coreCount: Int { max(1, min(maxJobs, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Several `--platform`, and several in one, add up; each counts once, in the order first named.
  private static func platforms(_ values: [FilePath]) throws(UsageError) -> [Platform] {
    if values.isEmpty { return defaultPlatforms.compactMap(Platforms.platform(id:)) }
    let known = Platforms.all.map(\.id)
    var ids: [String] = []
    for word in values.flatMap({ $0.text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }) {
      if word != "all", !known.contains(word) {
        let hint = NearestName.suggestion(for: word, among: known)
        throw UsageError("unknown platform '\(word.visible)'\(hint); known: \(known.joined(separator: ", ")), all")
      }
      for id in word == "all" ? known : [word] where !ids.contains(id) { ids.append(id) }
    }
    return ids.compactMap(Platforms.platform(id:))
  }

  private static func policy(_ path: FilePath) throws -> Policy {
    do {
      // A pipe will do: `--policy <(make-policy)`.
      let bytes = try FileReader.readBeginning(of: path, byteCount: maxPolicyByteCount + 1)
      guard bytes.count <= maxPolicyByteCount else {
        let limit = maxPolicyByteCount.grouped
        throw PushImageError(.invalidPolicy, "is more than \(limit) bytes, which is too large for a policy")
      }
      return try Policy(json: Array(bytes))
    } catch let error as PushImageError {
      throw UsageError("--policy \(path.text.visible): \(error.description.visible)")
    }
  }
}
