import PushImage

extension PreflightReport {
  /// The row of `pushimage preflight --format jsonl`: one object, no white space, keys in fixed order.
  ///
  /// - Parameters:
  ///   - source: the file that the payload came from; absent when nil.
  ///   - index: its place there, counted from 0; absent when nil.
  public func json(source: String? = nil, index: Int? = nil) -> [UInt8] {
    var writer = JSONWriter()
    write(to: &writer, source: source, index: index)
    return writer.bytes
  }

  /// Writes the row as one value.
  ///
  /// - Parameter more: writes members behind the last.
  package func write(
    to writer: inout JSONWriter, source: String? = nil, index: Int? = nil,
    more: (inout JSONWriter) -> Void = { _ in }
  ) {
    writer.object { writer in
      writer.member("source", source)
      writer.member("index", index)
      writer.member("payload", payload.type.id)
      writer.member("byteCount", payload.byteCount)
      writer.key("images")
      writer.array { writer in
        for image in images { image.write(to: &writer) }
      }
      writer.key("findings")
      writer.array { writer in
        for finding in payload.findings { finding.write(to: &writer) }
      }
      writer.member("verdict", verdict.rawValue)
      writer.key("platforms")
      writer.object { writer in
        for platform in platforms { writer.member(platform.platform, platform.verdict.rawValue) }
      }
      more(&writer)
    }
  }
}

extension PreflightReport.Image {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("slot", slot.pointer)
      writer.member("url", slot.url)
      writer.member("role", slot.role == .image ? nil : slot.role.rawValue)
      writer.key("platforms")
      writer.array { writer in
        for platform in platforms { writer.value(platform) }
      }
      if let inspection {
        writer.key("fetch")
        inspection.write(to: &writer)
      }
      if let report {
        writer.key("report")
        report.write(to: &writer)
      }
      writer.key("clients")
      writer.array { writer in
        for client in clients { client.write(to: &writer) }
      }
    }
  }
}

extension PictureInspection {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      first.writeMembers(to: &writer)
      writer.key("hops")
      writer.array { writer in
        for hop in first.hops { hop.write(to: &writer) }
      }
      guard !probes.isEmpty else { return }
      writer.key("probes")
      writer.array { writer in
        for probe in probes {
          writer.object { writer in
            writer.member("requester", probe.requester.id)
            probe.writeMembers(to: &writer)
          }
        }
      }
    }
  }
}

extension PictureAnswer {
  fileprivate func writeMembers(to writer: inout JSONWriter) {
    writer.member("status", hops.last?.status)
    writer.member("failure", failure?.rawValue)
    writer.member("contentType", contentType)
    writer.member("format", report?.format?.name)
    writer.member("byteCount", report?.byteCount)
    writer.member("sha256", report?.sha256)
    writer.member("milliseconds", totalMilliseconds)
  }
}

extension FetchHop {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("url", url)
      writer.member("status", status)
      writer.member("address", address)
      writer.member("connectMilliseconds", connectMilliseconds)
      writer.member("firstByteMilliseconds", firstByteMilliseconds)
    }
  }
}
