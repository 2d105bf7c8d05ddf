public import PushImage

/// What a fuzzer does with one input.
public enum EngineFuzzing {
  /// Stops the process when the native engine calls intact what the reference does not.
  ///
  /// A PNG's checksums are made right first: no fuzzer guesses them, and behind them is what it is meant to find.
  public static func compare(_ bytes: [UInt8], as format: ImageFormat) {
    let bytes = format == .png ? PNGRepair.withCRCs(bytes) : bytes
    guard let comparison = judge(bytes, as: format), format == .png else { return }
    let hasWrongAdler = comparison.native.findings.contains { $0.kind.id == "png.adler-mismatch" }
    if hasWrongAdler, let repaired = PNGRepair.withAdler(bytes) { _ = judge(repaired, as: format) }
  }

  private static func judge(_ bytes: [UInt8], as format: ImageFormat) -> EngineComparison? {
    // Out of memory is an answer, too.
    let comparison = try? EngineComparison(bytes, as: format, limits: EngineComparison.mutantLimits)
    if let comparison { precondition(!comparison.isMiss, comparison.summary) }
    return comparison
  }
}
