import PushImage
import PushImageFetching

/// Answers of servers from a folder: `https://cdn.example/a/hero.png?v=1` is `DIR/cdn.example/a/hero.png`.
///
/// `hero.png.headers` beside it may hold a status line and header lines, as `curl -i` prints them. A query that matters
/// is part of the file's name (`hero.png?v=1`), which is looked for first. A file that is not there is an answer 404.
struct RecordedAnswers: PictureFetcher {
  static let maxByteCount = 26_214_400
  private static let maxHeaderByteCount = 65_536

  let folder: FilePath

  func fetch(_ url: String, as requester: Requester, timeoutSeconds: Double) async throws -> FetchOutcome {
    guard let names = Self.names(of: url) else {
      return FetchOutcome(findings: [Finding(FetchFindings.urlMalformed, "URL names no host and path")])
    }
    for name in names {
      guard let body = try read(name, maxByteCount: Self.maxByteCount) else { continue }
      return Self.outcome(url, body, head: try read("\(name).headers", maxByteCount: Self.maxHeaderByteCount))
    }
    let missing = Finding(
      FetchFindings.statusNotOK, "no answer is recorded as \(quoted(names[names.count - 1])); a picture comes with 200")
    return FetchOutcome(
      hops: [FetchHop(url: url, status: 404)], findings: [missing], fileName: FileName(url).component)
  }

  private static func outcome(_ url: String, _ body: FileBytes, head: FileBytes?) -> FetchOutcome {
    guard let head else { return outcome(url, body, status: 200, headers: []) }
    let text = Array(head)
    return outcome(url, body, status: HeaderField.status(of: text) ?? 200, headers: HeaderField.parse(text))
  }

  /// What a server answers with these bytes.
  ///
  /// - Parameter headers: as they were recorded; without a media type it is that of the extension, as servers say it.
  static func outcome(_ url: String, _ body: FileBytes, status: Int, headers: [HeaderField]) -> FetchOutcome {
    var headers = headers
    if headers.values(of: "content-type").isEmpty, let type = mediaType(of: url) {
      headers.append(HeaderField(name: "Content-Type", value: type))
    }
    let declared = headers.values(of: "content-length").last.flatMap(Int.init)
    let response = FetchResponse(
      status: status, headers: headers, body: body, isWhole: declared ?? body.count <= body.count,
      declaredByteCount: declared ?? body.count, finalURL: url)
    var findings: [Finding] = []
    if let declared, declared > body.count {
      findings.append(
        Finding(
          FetchFindings.bodyTruncated,
          "body ends after \(body.count.grouped) bytes; \(declared.grouped) were declared", actual: body.count,
          limit: declared, unit: .bytes))
    } else if status != 200 {
      findings.append(
        Finding(FetchFindings.statusNotOK, "recorded answer has status \(status); a picture comes with 200"))
    }
    return FetchOutcome(
      hops: [FetchHop(url: url, status: status)], response: response, findings: findings,
      fileName: FileName(url).component)
  }

  private static func mediaType(of url: String) -> String? {
    let name = FileName(url).decoded
    guard let dot = name.lastIndex(of: ".") else { return nil }
    return ImageFormats.format(fileExtension: String(name[name.index(after: dot)...]))?.mediaType
  }

  /// Nil when there is no such file.
  private func read(_ name: String, maxByteCount: Int) throws -> FileBytes? {
    let path = folder.appending(FilePath(name))
    guard (try? path.status()) != nil else { return nil }
    let loaded = try FileReader().read(Input(source: path, place: .named(path)), maxByteCount: maxByteCount)
    guard loaded.byteCount <= maxByteCount else {
      throw PushImageError(
        .unreadable, "\(path.text.visible) is \(counted(loaded.byteCount, "byte")); at most \(maxByteCount.grouped)")
    }
    return loaded.bytes
  }

  /// Names below the folder, the one with the query first; nil for a URL that would lead elsewhere.
  private static func names(of url: String) -> [String]? {
    guard let range = url.range(after: "://") else { return nil }
    let rest = url[range...].prefix { $0 != "#" }
    let path = String(rest.prefix { $0 != "?" })
    let components = path.split(separator: "/", omittingEmptySubsequences: false)
    let isSafe = components.allSatisfy { !["", ".", ".."].contains($0) } && !path.utf8.contains(0)
    guard isSafe, !components.isEmpty else { return nil }
    // A host without a path has its answer in a file of its name.
    let query = rest.dropFirst(path.count)
    return query.isEmpty || query.contains("/") ? [path] : [path + query, path]
  }
}

extension String {
  /// What follows the first occurrence of a separator.
  fileprivate func range(after separator: String) -> Index? { firstRange(of: separator)?.upperBound }
}
