import PushImageFormats

extension Report {
  /// The JSON form, the same from every door: one object, no white space, keys in fixed order, absent when unknown.
  ///
  /// The same bytes from every door. `includingSegments` adds the `segments` array.
  public func json(includingSegments: Bool = false) -> [UInt8] {
    var writer = JSONWriter()
    write(to: &writer, includingSegments: includingSegments)
    return writer.bytes
  }

  /// Writes the report as one value.
  public func write(to writer: inout JSONWriter, includingSegments: Bool = false) {
    writer.object { writer in
      writer.member("schemaVersion", Report.schemaVersion)
      writer.member("source", source)
      writer.member("format", format?.name)
      writer.member("mediaType", format?.mediaType)
      writer.member("fileExtension", format?.fileExtension)
      writer.member("byteCount", isUnread ? nil : byteCount)
      writer.member("sha256", sha256)
      writer.member("width", info?.width)
      writer.member("height", info?.height)
      writer.member("frameCount", info?.frameCount)
      if let info {
        writer.key("info")
        info.write(to: &writer)
      }
      writer.member("integrity", integrity.rawValue)
      writer.member("verdict", verdict.rawValue)
      writer.key("platforms")
      writer.object { writer in
        for platform in platforms { writer.member(platform.platform, platform.verdict.rawValue) }
      }
      writer.key("findings")
      writer.array { writer in
        for finding in findings { finding.write(to: &writer) }
      }
      if includingSegments { writeSegments(to: &writer) }
    }
  }

  private func writeSegments(to writer: inout JSONWriter) {
    writer.key("segments")
    writer.array { writer in
      for segment in segments {
        writer.object { writer in
          writer.member("name", segment.name)
          writer.member("byteOffset", segment.byteOffset)
          writer.member("byteCount", segment.byteCount)
          writer.member("repeatCount", segment.repeatCount == 1 ? nil : segment.repeatCount)
        }
      }
    }
  }
}

extension ImageInfo {
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("bitDepth", bitDepth)
      writer.member("colorModel", colorModel.rawValue)
      writer.member("hasAlpha", hasAlpha)
      writer.member("orientation", orientation)
      writer.member("progressive", isProgressive)
      writer.member("interlaced", isInterlaced)
      writer.member("arithmeticCoded", isArithmeticCoded ? true : nil)
      writer.member("durationSeconds", durationSeconds)
      writer.member("loopCount", loopCount)
      writer.member("variant", variant?.rawValue)
      writer.member("iccByteCount", iccByteCount)
      writer.member("iccColorSpace", iccColorSpace)
      writer.member("wideGamut", isWideGamut ? true : nil)
      writer.member("hasGPS", hasGPS ? true : nil)
      writer.member("metadataByteCount", metadataByteCount)
      writer.member("thumbnailCount", thumbnailCount == 0 ? nil : thumbnailCount)
    }
  }
}

extension Finding {
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", kind.id)
      writer.member("severity", severity.rawValue)
      writer.member("platform", platform)
      writer.member("message", message)
      writer.member("actual", actual)
      writer.member("limit", limit)
      writer.member("unit", unit?.rawValue)
      if let location {
        writer.key("location")
        writer.object { writer in
          writer.member("byteOffset", location.byteOffset)
          writer.member("frameIndex", location.frameIndex)
        }
      }
      writer.member("remedy", kind.remedy)
      writer.member("unError", kind.unError)
      writer.member("reference", kind.reference)
    }
  }
}
