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
    if let refusal = preparation.refusal, refusal.report.findings.isEmpty { wrong.append("is refused without a reason") }
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
    let before = try coder.decode(bytes.span, DecodingRequest(), limits: .default).bitmap.oriented(by: orientation)
    let after = try coder.decode(output.span, DecodingRequest(), limits: .default).bitmap
    guard before.size == after.size else { return ["size \(before.size) became \(after.size)"] }
    let (left, right) = (before.withoutOpaqueAlpha, after.withoutOpaqueAlpha)
    guard left.layout != .cmyk else { return left.bytes == right.bytes ? [] : ["ink differs"] }
    let isTurned = orientation != 1 && format == .jpeg
    let difference = left.converted(to: .rgba).difference(from: right.converted(to: .rgba))
    if isTurned { return difference < 4 ? [] : ["turned pixels differ by \(difference)"] }
    return left.converted(to: .rgba).bytes == right.converted(to: .rgba).bytes ? [] : ["pixels differ"]
  }
}
