import PushImage
import PushImageConversion
import PushImageFetching

/// `pushimage version`.
struct VersionCommand: Command {
  static let name = "version"
  static let summary = "print the version, with those of the linked libraries"
  let synopsis = ["[--format json]"]
  let details: [String] = []
  let options: [OptionSpec] = [.listFormat]
  let examples = [(line: "pushimage version --format json", meaning: "for a bug report")]

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    if let operand = arguments.operands.first { throw UsageError("unexpected argument '\(operand.text.visible)'") }
    switch try arguments.choice(.listFormat, default: ListFormat.text) {
    case .text: try console.write(text)
    case .json: try console.write(json)
    }
    return .success
  }

  /// The linked ones, and those that are loaded when a URL is fetched or a foreign format is converted.
  private var libraries: [(name: String, version: String)] {
    let loaded = [(name: "libcurl", version: LibraryVersions.libcurl)] + LibraryVersions.conversion
    return LibraryVersions.all + loaded.map { ($0.name, $0.version ?? "not installed") }
  }

  private var text: String {
    let lines = libraries.map { "  \($0.name.padded(to: 14)) \($0.version)\n" }
    return "pushimage \(PushImageVersion.current)\n" + lines.joined()
  }

  private var json: String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("schemaVersion", Report.schemaVersion)
      writer.member("version", PushImageVersion.current)
      writer.key("libraries")
      writer.object { writer in
        for library in libraries { writer.member(library.name, library.version) }
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }
}

/// `--format` of the commands that list what the program knows.
enum ListFormat: String, CaseIterable {
  case text, json
}
