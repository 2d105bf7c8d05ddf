import PushImage

/// One result to the bytes of one record. Done by the workers, so that writing is all that is left to be done in order.
struct RecordRenderer: Sendable {
  let format: RecordFormat
  let isQuiet: Bool
  let text: ReportText

  /// Of a picture that was judged; empty when `--quiet` leaves it out.
  func record(_ report: Report) -> [UInt8] {
    switch format {
    case .text: isQuiet && report.verdict == .accepted ? [] : Array(text.text(report).utf8)
    case .json, .jsonl: report.json(includingSegments: text.showsSegments)
    }
  }

  /// Of one file that was prepared; empty when `--quiet` leaves it out.
  func record(_ output: PreparedOutput, of input: Report) -> [UInt8] {
    switch format {
    case .text: isQuiet && output.report.verdict == .accepted ? [] : Array(text.text(output, of: input).utf8)
    case .json, .jsonl: output.json()
    }
  }

  /// Of the platforms that get no file.
  func record(_ refusal: PreparationRefusal, isPartial: Bool) -> [UInt8] {
    switch format {
    case .text: Array(text.text(refusal, isPartial: isPartial).utf8)
    case .json, .jsonl: refusal.json()
    }
  }

  /// Of an input that gave no picture to judge: in the results as well, so that they hold one record per input.
  func record(source: String, _ error: PushImageError) -> [UInt8] {
    guard format != .text else { return Array(text.text(source: source, error).utf8) }
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("schemaVersion", Report.schemaVersion)
      writer.member("source", source)
      writer.key("error")
      writer.object { writer in
        writer.member("code", error.code.rawValue)
        writer.member("message", error.description)
      }
    }
    return writer.bytes
  }
}

/// Records in order to one document: lines for `jsonl`; for `json` the only record itself, or an array of them.
struct RecordWriter {
  private let format: RecordFormat
  private let isSingle: Bool
  private let sink: ByteSink
  private var isFirst = true

  init(_ format: RecordFormat, isSingle: Bool, to sink: ByteSink) {
    self.format = format
    self.isSingle = isSingle
    self.sink = sink
  }

  mutating func write(_ record: [UInt8]) throws(PushImageError) {
    guard !record.isEmpty else { return }
    if format == .json, !isSingle { try sink.write((isFirst ? "[\n" : ",\n").utf8) }
    isFirst = false
    try sink.write(record)
    if format == .jsonl || (format == .json && isSingle) { try sink.write("\n".utf8) }
  }

  /// All records of one input: in `json` an array of their own where it is the only one and has several.
  mutating func write(group: [[UInt8]]) throws(PushImageError) {
    let records = group.filter { !$0.isEmpty }
    guard format == .json, isSingle, records.count > 1 else {
      for record in records { try write(record) }
      return
    }
    try sink.write("[\n".utf8)
    try sink.write(records.joined(separator: ",\n".utf8))
    try sink.write("\n]\n".utf8)
  }

  /// Closes the document, also when the run was cut short: the exit status tells that it was.
  mutating func finish() throws(PushImageError) {
    if format == .json, !isSingle { try sink.write((isFirst ? "[]\n" : "\n]\n").utf8) }
    try sink.flush()
  }

  func flush() throws(PushImageError) { try sink.flush() }
}
