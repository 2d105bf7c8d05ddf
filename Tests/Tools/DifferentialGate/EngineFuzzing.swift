public import PushImage

/// What a fuzzer does with one input.
public enum EngineFuzzing {
  /// Stops the process when the native engine calls intact what the reference does not.
  ///
  /// A PNG's checksums are made right first: no fuzzer guesses them, and behind them is what it is meant to find.
  public static func compare(_ bytes: [UInt8], as format: ImageFormat) {
    guard format == .png else { return judge(bytes, as: format) }
    let repaired = PNGRepair.withCRCs(bytes)
    judge(repaired, as: format)
    if let sound = PNGRepair.withAdler(repaired), sound != repaired { judge(sound, as: format) }
  }

  private static func judge(_ bytes: [UInt8], as format: ImageFormat) {
    // Out of memory is an answer, too.
    guard let comparison = try? EngineComparison(bytes, as: format, limits: EngineComparison.mutantLimits) else {
      return
    }
    precondition(!comparison.isMiss, comparison.summary)
  }
}
