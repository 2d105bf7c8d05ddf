/// Reads a command line as GNU programs do: `--opt value`, `--opt=value`, `-o value`, `-ovalue`, `-ab` for switches,
/// options and operands in any order, `--` ends the options, `-` alone is an operand.
struct ArgumentParser {
  private let options: [OptionSpec]

  init(options: [OptionSpec]) { self.options = options + [.help] }

  func parse(_ arguments: [FilePath]) throws(UsageError) -> ParsedArguments {
    var parsed = ParsedArguments()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let bytes = argument.bytes
      if bytes.elementsEqual("--".utf8) {
        for operand in rest { parsed.add(operand: operand) }
        return parsed
      } else if bytes.starts(with: "--".utf8) {
        try parseLong(bytes.dropFirst(2), &rest, into: &parsed)
      } else if bytes.first == UInt8(ascii: "-"), bytes.count > 1 {
        try parseShort(bytes.dropFirst(), &rest, into: &parsed)
      } else {
        parsed.add(operand: argument)
      }
    }
    return parsed
  }

  private func parseLong(
    _ bytes: ArraySlice<UInt8>, _ rest: inout ArraySlice<FilePath>, into parsed: inout ParsedArguments
  ) throws(UsageError) {
    let equals = bytes.firstIndex(of: UInt8(ascii: "="))
    let name = FilePath(bytes[..<(equals ?? bytes.endIndex)]).text
    guard let option = options.first(where: { $0.name == name }) else {
      let hint = NearestName.suggestion(for: name, among: options.map(\.name), prefix: "--")
      throw UsageError("unknown option '--\(name)'\(hint)")
    }
    if !option.takesValue, equals != nil { throw UsageError("--\(name) takes no value") }
    let attached = equals.map { FilePath(bytes[($0 + 1)...]) }
    parsed.add(option, option.takesValue ? try value(attached, &rest, for: option, "--\(name)") : nil)
  }

  private func parseShort(
    _ bytes: ArraySlice<UInt8>, _ rest: inout ArraySlice<FilePath>, into parsed: inout ParsedArguments
  ) throws(UsageError) {
    var bytes = bytes
    while let byte = bytes.popFirst() {
      let letter = Character(Unicode.Scalar(byte))
      guard let option = options.first(where: { $0.short == letter }) else {
        throw UsageError("unknown option '-\(letter)'")
      }
      guard option.takesValue else {
        parsed.add(option, nil)
        continue
      }
      parsed.add(option, try value(bytes.isEmpty ? nil : FilePath(bytes), &rest, for: option, "-\(letter)"))
      return
    }
  }

  /// The value written into the same argument, or else the next argument.
  private func value(
    _ attached: FilePath?, _ rest: inout ArraySlice<FilePath>, for option: OptionSpec, _ spelling: String
  ) throws(UsageError) -> FilePath {
    guard let value = attached ?? rest.popFirst() else {
      throw UsageError("\(spelling) needs a value: \(spelling) \(option.placeholder ?? "VALUE")")
    }
    return value
  }
}
