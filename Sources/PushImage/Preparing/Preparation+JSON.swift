extension Preparation {
  /// The row of `pushimage prepare --format jsonl`: one object, no white space, keys in fixed order.
  ///
  /// The same bytes from every door: no time, duration or absolute path. `output` is the file's name in the output
  /// folder, absent when nothing is written; `byteCount` is the output's, or the input's when there is none.
  ///
  /// - Parameter platforms: ids of the platforms that the output is meant for.
  public func json(platforms: [String]) -> [UInt8] {
    var writer = JSONWriter()
    write(to: &writer, platforms: platforms)
    return writer.bytes
  }

  /// Writes the row as one value.
  public func write(to writer: inout JSONWriter, platforms: [String]) {
    writer.object { writer in
      writer.member("source", report.source)
      writer.member("output", fileName)
      writer.key("platforms")
      writer.array { writer in
        for platform in platforms { writer.value(platform) }
      }
      writer.member("action", action.rawValue)
      writer.member("byteCount", report.byteCount)
      writer.key("steps")
      writer.array { writer in
        for step in steps { writer.value(step) }
      }
      writer.key("report")
      report.write(to: &writer)
    }
  }
}
