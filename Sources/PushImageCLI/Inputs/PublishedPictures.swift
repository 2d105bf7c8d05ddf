import PushImage
import PushImageFetching

/// Answers as the server will that publishes a folder of prepared pictures: by their true types, for a long time.
struct PublishedPictures: PictureFetcher {
  let folder: FilePath
  /// Without the slash at its end.
  let base: String

  func fetch(_ url: String, as requester: Requester, timeoutSeconds: Double) async throws -> FetchOutcome {
    let name = String(url.dropFirst(base.utf8.count + 1))
    let path = folder.appending(FilePath(name))
    let input = Input(source: path, place: .named(path))
    let loaded = try FileReader().read(input, maxByteCount: RecordedAnswers.maxByteCount)
    let headers = [
      HeaderField(name: "Content-Length", value: "\(loaded.byteCount)"),
      HeaderField(name: "Cache-Control", value: "max-age=31536000"),
    ]
    return RecordedAnswers.outcome(url, loaded.bytes, status: 200, headers: headers)
  }

  /// Whether the picture is one of those.
  func holds(_ url: String) -> Bool { url.hasPrefix(base + "/") }
}
