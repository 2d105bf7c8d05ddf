public import PushImageFormats

/// What senders publish about pictures: a note for each measure that goes beyond, naming the senders.
public struct VendorAdviceRule: Rule {
  /// Makes the rule.
  public init() {}

  /// That of the platform.
  public func findingKinds(on platform: Platform) -> [Finding.Kind] { platform.aboveVendorAdvice.map { [$0] } ?? [] }

  /// Of several numbers of one sender for one measure, the one that weighs most is named.
  public func findings(for subject: Subject, on platform: Platform) -> [Finding] {
    guard let kind = platform.aboveVendorAdvice, subject.isImage else { return [] }
    guard
      platform.vendorAdvice.indices.contains(where: {
        Measure.isAbove(platform.vendorAdvice[$0].demand, subject, on: platform)
      })
    else { return formats(of: subject, kind: kind, on: platform) }
    let numbers = Measure.all(of: subject, on: platform).compactMap { measure in
      number(measure, kind: kind, on: platform)
    }
    return numbers + formats(of: subject, kind: kind, on: platform)
  }

  /// One measured fact that advice may be about.
  private struct Measure {
    let fact: String
    let actual: Int
    let unit: Finding.Unit
    let limit: @Sendable (VendorAdvice.Demand) -> Int?

    /// Whether any number of the advice is exceeded: no words are made for the many pictures that follow it.
    static func isAbove(_ demand: VendorAdvice.Demand, _ subject: Subject, on platform: Platform) -> Bool {
      guard let info = subject.info else {
        if case .byteCount(let limit) = demand { return subject.byteCount > limit }
        return false
      }
      let (width, height) = info.shownSize(on: platform)
      switch demand {
      case .byteCount(let limit): return subject.byteCount > limit
      case .width(let limit): return width > limit
      case .height(let limit): return height > limit
      case .pixelCount(let limit): return saturatingProduct(width, height) > limit
      case .frameCount(let limit): return info.frameCount > limit
      case .formats: return false
      }
    }

    static func all(of subject: Subject, on platform: Platform) -> [Measure] {
      var measures = [
        Measure(fact: "file is \(counted(subject.byteCount, "byte"))", actual: subject.byteCount, unit: .bytes) {
          if case .byteCount(let limit) = $0 { limit } else { nil }
        }
      ]
      guard let info = subject.info else { return measures }
      let (width, height) = info.shownSize(on: platform)
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

  private func formats(of subject: Subject, kind: Finding.Kind, on platform: Platform) -> [Finding] {
    guard let format = subject.format, platform.formats[format.name] != nil else { return [] }
    let isRefusing = { (advice: VendorAdvice) in
      if case .formats(let taken) = advice.demand { !taken.contains(format.name) } else { false }
    }
    guard platform.vendorAdvice.contains(where: isRefusing) else { return [] }
    let refusing = platform.vendorAdvice.filter(isRefusing)
    let vendors = refusing.map(\.vendor).joined(separator: " and ")
    return [
      Finding(
        kind, "file is \(format.titleWithArticle); \(vendors) do not take it on \(platform.shortTitle)",
        platform: platform.id)
    ]
  }
}
