public import PushImage

/// Reads a campaign's payloads, asks for their pictures as devices would, and says who will see them.
///
/// Each URL is asked for once, however many payloads name it. Safe to use from many tasks; a cancelled task stops
/// waiting at once.
public struct Preflight: Sendable {
  /// Judges the pictures; its platforms are those that are reported.
  public let checker: Checker
  /// What it may spend, and when the message is sent.
  public let options: PreflightOptions

  private let inspector: PictureInspector

  /// A run with nothing fetched yet. Keeps what it found of every URL, without the bytes, as long as it lives.
  public init(checker: Checker, fetcher: any PictureFetcher = Fetcher(), options: PreflightOptions) {
    self.checker = checker
    self.options = options
    inspector = PictureInspector(checker: checker, fetcher: fetcher, options: options)
  }

  /// The outcome of one payload.
  ///
  /// - Throws: `PushImageError` when this machine cannot work; `CancellationError`; never because of the payload.
  public func report(on payload: Payload) async throws -> PreflightReport {
    var images: [PreflightReport.Image] = []
    for slot in payload.images { images.append(try await image(slot)) }
    return PreflightReport(payload: payload, images: images, platforms: checker.platforms.map(\.id))
  }

  /// Pictures that no device loads are not asked for.
  private func image(_ slot: ImageSlot) async throws -> PreflightReport.Image {
    let asked = checker.platforms.map(\.id)
    let platforms = slot.platforms.filter(asked.contains)
    guard slot.role == .image, !platforms.isEmpty, !slot.url.isEmpty else {
      return PreflightReport.Image(slot: slot, platforms: platforms, inspection: nil, report: nil, clients: [])
    }
    let inspection = try await inspector.inspect(slot.url)
    return PreflightReport.Image(
      slot: slot, platforms: platforms, inspection: inspection,
      report: inspection.report.limited(to: platforms), clients: outcomes(of: inspection, slot))
  }

  /// The attachment is made of what the client before it wrote: many give the file another name than the URL does.
  private func outcomes(of inspection: PictureInspection, _ slot: ImageSlot) -> [ClientOutcome] {
    var outcomes: [ClientOutcome] = []
    var writtenName: String?
    for client in simulators(for: slot) {
      var delivery = inspection.answer(for: client.platform).delivery(
        of: slot, appAllowsPlainHTTP: options.appAllowsPlainHTTP)
      delivery.writtenName = writtenName
      let outcome = client.outcome(of: delivery)
      if client.platform == "ios", writtenName == nil { writtenName = outcome.fileName }
      outcomes.append(outcome)
    }
    return outcomes
  }

  private func simulators(for slot: ImageSlot) -> [any ClientSimulator] {
    let asked = Set(checker.platforms.map(\.id))
    return (options.clients ?? slot.clients).compactMap { id in
      if id == "nse-identifier", let identifier = options.identifier {
        return ClientSimulators.identifierExtension(named: identifier)
      }
      return ClientSimulators.simulator(id: id)
    }.filter { asked.contains($0.platform) }
  }
}
