import PushImage
import PushImageFormats

/// What must hold of every preparation, whatever the picture: the guarantee of `Preparer`, held against the public
/// doors of the library.
struct PreparationProperties {
  let platforms: [Platform]
  var options = PreparationOptions()

  /// What does not hold for a file; empty when all is well.
  func violations(_ bytes: [UInt8], name: String) throws -> [String] {
    let preparer = Preparer(platforms: platforms, options: options)
    let candidate = Candidate(bytes: bytes, name: name)
    let input = try Checker(platforms: platforms).check(candidate)
    let preparation = try preparer.prepare(candidate)
    var wrong: [String] = []
    if input.verdict <= .atRisk, !preparation.isComplete { wrong.append("passes as it is and is refused") }
    let served = preparation.outputs.flatMap(\.platforms) + (preparation.refusal?.platforms ?? [])
    if served.sorted() != platforms.map(\.id).sorted() { wrong.append("platforms \(served)") }
    if let refusal = preparation.refusal, refusal.report.findings.isEmpty {
      wrong.append("is refused without a reason")
    }
    for output in preparation.outputs {
      wrong += try violations(of: output, from: bytes, input).map { "\(output.fileName) \(output.steps): \($0)" }
    }
    let set = platforms.map(\.id).joined(separator: "+")
    return wrong.map { "\(name) for \(set): \($0)" }
  }

  private func violations(of output: PreparedOutput, from bytes: [UInt8], _ input: Report) throws -> [String] {
    var wrong: [String] = []
    let own = output.platforms.compactMap(Platforms.platform(id:))
    let outputBytes = Array(output.bytes)
    let candidate = Candidate(bytes: outputBytes, name: output.fileName)
    let report = try Checker(platforms: own).check(candidate)
    if report.verdict > .atRisk { wrong.append("is \(report.verdict): \(report.findings.map(\.kind.id))") }
    if report.sha256 != output.report.sha256 { wrong.append("the report is of other bytes") }
    if [.kept, .renamed].contains(output.action), outputBytes != bytes { wrong.append("bytes changed unsaid") }
    if output.action == .optimized { wrong += try pixelDifferences(outputBytes, bytes, input, report) }
    let again = try Preparer(platforms: own, options: options).prepare(candidate)
    if again.outputs.map(\.action) != [.kept] {
      wrong.append("is not kept a second time: \(again.outputs.map(\.steps)) \(again.report.findings.map(\.kind.id))")
    }
    return wrong
  }

  /// Lossless steps leave the pixels of the format's library as they are, but for rounding where a JPEG was turned.
  private func pixelDifferences(_ output: [UInt8], _ bytes: [UInt8], _ input: Report, _ report: Report) throws
    -> [String]
  {
    guard let format = input.format, let coder = ImageCodecs.coder(for: format) else { return ["no coder"] }
    let orientation = input.info?.orientation ?? 1
    let original = try coder.decode(bytes.span, DecodingRequest(), limits: .default).bitmap.oriented(by: orientation)
    let made = try coder.decode(output.span, DecodingRequest(), limits: .default).bitmap
    guard original.size == made.size else { return ["size \(original.size) became \(made.size)"] }
    let (left, right) = (original.withoutOpaqueAlpha, made.withoutOpaqueAlpha)
    guard left.layout != .cmyk else { return left.bytes == right.bytes ? [] : ["ink differs"] }
    let (before, after) = (left.converted(to: .rgba).bytes, right.converted(to: .rgba).bytes)
    guard orientation != 1, format == .jpeg else { return before == after ? [] : ["pixels differ"] }
    let error = zip(before, after).reduce(0.0) { $0 + Double(abs(Int($1.0) - Int($1.1))) } / Double(before.count)
    return error < 1.5 ? [] : ["turned pixels differ by \(error)"]
  }
}
