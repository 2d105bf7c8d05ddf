import PushImage
import PushImageFetching

/// Writes the payloads of a campaign once more, with URLs of pictures that were prepared.
struct CampaignPreparation: Sendable {
  /// What became of one payload.
  struct Result: Sendable {
    /// One picture of it.
    struct Image: Sendable {
      let slot: ImageSlot
      let picture: PicturePreparation.Picture
      /// By platform, the new URLs.
      let urls: [String: String]
    }

    /// Below the folder; nil when a picture stood in the way.
    let output: String?
    let images: [Image]
    /// The payload with the new URLs, judged as if they were published; nil when none was written.
    let report: PreflightReport?
  }

  let pictures: PicturePreparation
  let payloads: PayloadFolder
  let publicBase: String
  let preflight: Preflight
  let payloadOptions: PayloadOptions

  /// - Parameter inputs: files that are never written over.
  init(
    _ options: CampaignOptions, answers: KeptAnswers, _ target: CampaignOptions.Target, inputs: Set<FileIdentity>
  ) throws {
    pictures = try PicturePreparation(options, answers: answers, folder: target.folder)
    payloads = try PayloadFolder(
      target.folder.appending(FilePath(PayloadFolder.name)), replaces: target.replaces, inputs: inputs)
    publicBase = target.publicBase
    payloadOptions = options.payload
    var preflightOptions = options.preflight
    // The server that will publish the files is not there to be asked.
    preflightOptions.probes = false
    preflight = Preflight(
      checker: Checker(platforms: options.platforms, policy: options.run.policy, engine: options.run.engine),
      fetcher: PublishedPictures(folder: target.folder, base: target.publicBase), options: preflightOptions)
  }

  /// Prepares the pictures of one payload and writes it.
  func prepare(_ report: PreflightReport, as name: String) async throws -> Result {
    var images: [Result.Image] = []
    for image in report.images where image.report != nil {
      let mayDiffer = report.payload.hasOverrides(for: image.slot)
      let picture = try await pictures.picture(image.slot.url, for: image.platforms, mayDiffer: mayDiffer)
      images.append(Result.Image(slot: image.slot, picture: picture, urls: urls(of: picture)))
    }
    let replacements = images.map { Payload.Replacement(slot: $0.slot, urls: $0.urls) }
    guard images.allSatisfy(\.picture.isComplete), let text = report.payload.patched(replacements) else {
      return Result(output: nil, images: images, report: nil)
    }
    // The form is known by now, and new URLs must not make it look like another.
    var options = payloadOptions
    if report.payload.type != .unknown { options.type = report.payload.type }
    var entries = PayloadFile(text, options: options).makeIterator()
    let patched = entries.next()?.payload
    try await payloads.write(text, as: name)
    return Result(
      output: "\(PayloadFolder.name)/\(name)", images: images,
      report: try await patched.asyncMap { try await preflight.report(on: $0) })
  }

  private func urls(of picture: PicturePreparation.Picture) -> [String: String] {
    var urls: [String: String] = [:]
    for file in picture.files {
      for platform in file.platforms { urls[platform] = "\(publicBase)/\(file.name)" }
    }
    return urls
  }
}

/// The folder of the payloads, beside the pictures.
actor PayloadFolder {
  static let name = "payloads"

  private let folder: OutputFolder

  /// - Parameter replaces: whether files of an earlier run may be replaced; never those that were read.
  init(_ path: FilePath, replaces: Bool, inputs: Set<FileIdentity>) throws {
    folder = try OutputFolder(path, replacing: replaces ? .everything(but: inputs) : .nothing, isDryRun: false)
  }

  func write(_ bytes: [UInt8], as name: String) throws { _ = try folder.write(bytes, as: name) }
}

extension Optional where Wrapped: Sendable {
  /// `map` for work that waits.
  fileprivate func asyncMap<Value>(_ body: (Wrapped) async throws -> Value) async rethrows -> Value? {
    guard let self else { return nil }
    return try await body(self)
  }
}

extension CampaignPreparation.Result {
  /// The member `prepared` of a row.
  func write(to writer: inout JSONWriter) {
    writer.key("prepared")
    writer.object { writer in
      writer.member("output", output)
      writer.key("images")
      writer.array { writer in
        for image in images { image.write(to: &writer) }
      }
      guard let report else { return }
      writer.member("verdict", report.verdict.rawValue)
      writer.key("platforms")
      writer.object { writer in
        for platform in report.platforms { writer.member(platform.platform, platform.verdict.rawValue) }
      }
    }
  }
}

extension CampaignPreparation.Result.Image {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("slot", slot.pointer)
      writer.key("files")
      writer.array { writer in
        for file in picture.files { file.write(to: &writer, url: file.platforms.first.flatMap { urls[$0] }) }
      }
      writer.key("findings")
      writer.array { writer in
        for finding in picture.findings { finding.write(to: &writer) }
      }
    }
  }
}

extension PicturePreparation.Picture.File {
  fileprivate func write(to writer: inout JSONWriter, url: String?) {
    writer.object { writer in
      writer.member("output", name)
      writer.member("url", url)
      writer.key("platforms")
      writer.array { writer in
        for platform in platforms { writer.value(platform) }
      }
      writer.member("action", action.rawValue)
      writer.member("byteCount", byteCount)
    }
  }
}
