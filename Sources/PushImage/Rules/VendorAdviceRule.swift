public import PushImageFormats

/// What senders publish about pictures: a note for each measure that goes beyond, naming the senders.
public struct VendorAdviceRule: Rule {
  /// Makes the rule.
  public init() {}

  /// That of the platform.
  public func findingKinds(on platform: Platform) -> [Finding.Kind] { platform.aboveVendorAdvice.map { [$0] } ?? [] }

  /// Of several numbers of one sender for one measure, the one that weighs most is named.
  public func demand(on platform: Platform) -> Demand? {
    guard let kind = platform.aboveVendorAdvice, !platform.vendorAdvice.isEmpty else { return nil }
    let strictest = Strictest(platform.vendorAdvice)
    let refusals = Refusals { refusal(of: $0, kind: kind, on: platform) }
    let ignoresOrientation = platform.ignoresOrientation
    return Demand { picture in
      guard picture.subject.isImage else { return }
      let size = picture.subject.info?.shownSize(ignoringOrientation: ignoresOrientation)
      if strictest.isExceeded(by: picture.subject, size) {
        for measure in Measure.all(of: picture.subject, size) {
          if let finding = number(measure, kind: kind, on: platform) { picture.findings.append(finding) }
        }
      }
      if let format = picture.subject.format, let finding = refusals.finding(format) {
        picture.findings.append(finding)
      }
    }
  }

  /// What is said of pictures of a format that some sender does not take. The same words for every such picture, so
  /// they are made once for each format that is verified.
  private struct Refusals {
    private let formats = ImageCodecs.all.map(\.format)
    /// In the order of `formats`.
    private let findings: [Finding?]
    private let make: @Sendable (ImageFormat) -> Finding?

    init(make: @escaping @Sendable (ImageFormat) -> Finding?) {
      findings = formats.map(make)
      self.make = make
    }

    func finding(_ format: ImageFormat) -> Finding? {
      guard let index = formats.firstIndex(of: format) else { return make(format) }
      return findings[index]
    }
  }

  /// The smallest number of each measure: most pictures stay below all of them, and cost no more than the comparison.
  private struct Strictest {
    var byteCount = Int.max
    var width = Int.max
    var height = Int.max
    var pixelCount = Int.max
    var frameCount = Int.max

    init(_ advice: [VendorAdvice]) {
      for piece in advice {
        switch piece.demand {
        case .byteCount(let limit): byteCount = min(byteCount, limit)
        case .width(let limit): width = min(width, limit)
        case .height(let limit): height = min(height, limit)
        case .pixelCount(let limit): pixelCount = min(pixelCount, limit)
        case .frameCount(let limit): frameCount = min(frameCount, limit)
        case .formats: break
        }
      }
    }

    func isExceeded(by subject: Subject, _ size: (width: Int, height: Int)?) -> Bool {
      if subject.byteCount > byteCount { return true }
      guard let size, let frames = subject.info?.frameCount else { return false }
      return size.width > width || size.height > height || frames > frameCount
        || saturatingProduct(size.width, size.height) > pixelCount
    }
  }

  /// One measured fact that advice may be about.
  private struct Measure {
    let fact: String
    let actual: Int
    let unit: Finding.Unit
    let limit: @Sendable (VendorAdvice.Demand) -> Int?

    static func all(of subject: Subject, _ size: (width: Int, height: Int)?) -> [Measure] {
      var measures = [
        Measure(fact: "file is \(counted(subject.byteCount, "byte"))", actual: subject.byteCount, unit: .bytes) {
          if case .byteCount(let limit) = $0 { limit } else { nil }
        }
      ]
      guard let info = subject.info, let (width, height) = size else { return measures }
      let pixelCount = saturatingProduct(width, height)
      measures += [
        Measure(fact: "width is \(counted(width, "pixel"))", actual: width, unit: .pixels) {
          if case .width(let limit) = $0 { limit } else { nil }
        },
        Measure(fact: "height is \(counted(height, "pixel"))", actual: height, unit: .pixels) {
          if case .height(let limit) = $0 { limit } else { nil }
        },
        Measure(fact: "picture has \(counted(pixelCount, "pixel"))", actual: pixelCount, unit: .pixels) {
          if case .pixelCount(let limit) = $0 { limit } else { nil }
        },
        Measure(fact: "animation has \(counted(info.frameCount, "frame"))", actual: info.frameCount, unit: .frames) {
          if case .frameCount(let limit) = $0 { limit } else { nil }
        },
      ]
      return measures
    }
  }

  private func number(_ measure: Measure, kind: Finding.Kind, on platform: Platform) -> Finding? {
    var clauses: [(vendor: String, strength: VendorAdvice.Strength, limit: Int)] = []
    for advice in platform.vendorAdvice {
      guard let limit = measure.limit(advice.demand), measure.actual > limit else { continue }
      if let known = clauses.firstIndex(where: { $0.vendor == advice.vendor }) {
        // What a sender refuses weighs more than what it advises against.
        if advice.strength == .takes { clauses[known] = (advice.vendor, .takes, limit) }
      } else {
        clauses.append((advice.vendor, advice.strength, limit))
      }
    }
    guard let strictest = clauses.map(\.limit).min() else { return nil }
    let text = clauses.map { "\($0.vendor) \($0.strength.rawValue) at most \($0.limit.grouped)" }
    return Finding(
      kind, "\(measure.fact); \(text.joined(separator: ", "))", actual: measure.actual, limit: strictest,
      unit: measure.unit, platform: platform.id)
  }

  private func refusal(of format: ImageFormat, kind: Finding.Kind, on platform: Platform) -> Finding? {
    guard platform.takes(format) else { return nil }
    let refusing = platform.vendorAdvice.filter { advice in
      if case .formats(let taken) = advice.demand { !taken.contains(format.name) } else { false }
    }
    guard !refusing.isEmpty else { return nil }
    let vendors = refusing.map(\.vendor).joined(separator: " and ")
    let fact = "file is \(format.titleWithArticle); \(vendors) do not take it on \(platform.shortTitle)"
    return Finding(kind, fact, platform: platform.id)
  }
}
