public import PushImage

/// Who will see the pictures of one payload, and why not.
public struct PreflightReport: Sendable {
  /// One picture of the payload.
  public struct Image: Sendable {
    /// Where the payload names it.
    public let slot: ImageSlot
    /// The platforms asked for whose devices load it.
    public let platforms: [String]
    /// The report of the picture; nil when no device loads it or it is an icon.
    public let report: Report?
    /// What each client does with it.
    public let clients: [ClientOutcome]

    /// Whether the server could not be reached from here, or not in time: what is said of the picture then is what
    /// devices do when they cannot reach it either.
    public var isOutOfReach: Bool {
      switch inspection?.first.failure {
      case .nameNotResolved, .unreachable, .timedOut: true
      default: false
      }
    }

    let inspection: PictureInspection?

    init(
      slot: ImageSlot, platforms: [String], inspection: PictureInspection?, report: Report?,
      clients: [ClientOutcome]
    ) {
      self.slot = slot
      self.platforms = platforms
      self.inspection = inspection
      self.report = report
      self.clients = clients
    }

    /// The worst of the report and of the clients on one platform; a browser that never shows pictures does not count.
    func verdict(on platform: String) -> Verdict? {
      guard platforms.contains(platform) else { return nil }
      var verdict = report?.verdict(on: platform) ?? .accepted
      for outcome in clients {
        guard let client = ClientSimulators.simulator(id: outcome.client), client.platform == platform,
          !client.showsNoPictures
        else { continue }
        switch outcome.outcome {
        case .shown: continue
        case .atRisk: verdict = max(verdict, .atRisk)
        case .notShown: verdict = max(verdict, .rejected)
        }
      }
      return verdict
    }
  }

  /// What was read of the payload.
  public let payload: Payload
  /// In the order of the payload's pictures.
  public let images: [Image]
  /// Each platform that the payload addresses and that was asked for, with the worst of its findings and pictures.
  public let platforms: [Report.PlatformVerdict]
  /// Whether a picture could not be looked at because of the network.
  public var isUnchecked: Bool { images.contains(where: \.isOutOfReach) }
  /// The worst of `platforms`; of the payload's own findings where it addresses none.
  public let verdict: Verdict

  init(payload: Payload, images: [Image], platforms asked: [String]) {
    self.payload = payload
    self.images = images
    let addressed = asked.filter(payload.addressedPlatforms.contains)
    platforms = addressed.map { platform in
      let own = Verdict(of: payload.findings, integrity: .intact, on: platform)
      let verdict = images.compactMap { $0.verdict(on: platform) }.reduce(own, max)
      return Report.PlatformVerdict(platform: platform, verdict: verdict)
    }
    let own = payload.findings.filter { $0.platform == nil }
    let alone = Verdict(of: own, integrity: .intact, on: "")
    verdict = platforms.map(\.verdict).max() ?? alone
  }
}

extension Report {
  /// The same report as if only these platforms had been asked for.
  func limited(to wanted: [String]) -> Report {
    var report = self
    report.platforms = platforms.filter { wanted.contains($0.platform) }
    report.findings = findings.filter { finding in finding.platform.map(wanted.contains) ?? true }
    report.verdict = report.platforms.map(\.verdict).max() ?? verdict
    return report
  }
}
