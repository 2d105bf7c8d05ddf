extension Preparation {
  /// The rows of `pushimage prepare --format jsonl`: one for each output, and one for the platforms that get none.
  ///
  /// Each is one object, no white space, keys in fixed order; the same bytes from every door: no time, duration or
  /// absolute path.
  public func rows() -> [[UInt8]] { outputs.map { $0.json() } + (refusal.map { [$0.json()] } ?? []) }
}

extension PreparedOutput {
  /// One row: `output` is the file's name in the output folder, `byteCount` the output's.
  public func json() -> [UInt8] {
    PreparationRow(
      output: fileName, platforms: platforms, action: action, byteCount: bytes.count, steps: steps, report: report
    ).json()
  }
}

extension PreparationRefusal {
  /// One row without `output`; `byteCount` is the input's.
  public func json() -> [UInt8] {
    PreparationRow(
      output: nil, platforms: platforms, action: .rejected, byteCount: report.byteCount, steps: [], report: report
    ).json()
  }
}

private struct PreparationRow {
  let output: String?
  let platforms: [String]
  let action: Preparation.Action
  let byteCount: Int
  let steps: [String]
  let report: Report

  func json() -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("source", report.source)
      writer.member("output", output)
      writer.key("platforms")
      writer.array { writer in
        for platform in platforms { writer.value(platform) }
      }
      writer.member("action", action.rawValue)
      writer.member("byteCount", byteCount)
      writer.key("steps")
      writer.array { writer in
        for step in steps { writer.value(step) }
      }
      writer.key("report")
      report.write(to: &writer)
    }
    return writer.bytes
  }
}
