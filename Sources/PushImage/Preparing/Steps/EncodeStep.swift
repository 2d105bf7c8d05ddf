internal import PushImageFormats

/// Makes a file of decoded pixels: as good as they were, or the best within the bytes that the platforms take.
struct EncodeStep: PreparationStep {
  static let name = "encode"

  func isDue(_ draft: Draft, _ demand: OutputDemand) -> Bool { draft.pixels != nil }

  /// Notes what the smallest file came to when none is small enough; the draft stays as it was then.
  func apply(to draft: inout Draft, _ demand: OutputDemand) throws(PushImageError) {
    guard let pixels = draft.pixels else { return }
    let encoder = StillEncoder(pixels: pixels, source: draft.format, demand: demand)
    switch try encoder.encode(skipsExact: draft.isKnownTooLarge(pixels, demand)) {
    case .fits(let bytes): try draft.replace(bytes, by: Self.name, changesPixels: true, for: demand)
    case .isTooLarge(let smallest, let format):
      draft.abandonPixels(
        because: Finding(overBudget: smallest, format: format, maxByteCount: demand.byteTarget ?? 0))
    }
  }
}

extension Draft {
  /// Whether the same pixels as good as they were would not fit, as is known of the file they come from.
  fileprivate func isKnownTooLarge(_ pixels: Pixels, _ demand: OutputDemand) -> Bool {
    guard open.contains(.compress), !pixels.geometry.scales, !pixels.geometry.crops, let target = demand.byteTarget
    else { return false }
    // What an encoder of our own makes of the same pixels is rarely a tenth smaller; of a PNG the step before found
    // the smallest file already.
    return format == .png || (format == .jpeg && byteCount > target / 8 * 10)
  }
}

extension Finding {
  /// Says what the smallest file came to.
  init(overBudget smallest: BudgetedEncoding, format: ImageFormat, maxByteCount: Int) {
    var facts = ["\(smallest.size.width.grouped) × \(smallest.size.height.grouped) pixels"]
    if let quality = smallest.quality { facts.append("quality \(quality)") }
    if let colorCount = smallest.colorCount { facts.append(counted(colorCount, "color")) }
    if smallest.frameCount > 1 { facts.append(counted(smallest.frameCount, "frame")) }
    self.init(
      PreparationFindings.overBudget,
      "the smallest \(format.title) found is \(counted(smallest.bytes.count, "byte")) at \(facts.joined(separator: ", "))"
        + "; \(maxByteCount.grouped) are allowed",
      actual: smallest.bytes.count, limit: maxByteCount, unit: .bytes)
  }
}
