internal import PushImageFormats

extension Draft {
  /// What is to be cured: by the findings, by the options, and by what was begun.
  func openCures(_ goal: OutputGoal) -> Set<Cure> {
    let options = goal.options
    var open = Set(report.findings.filter { $0.mustBeCured(options) }.compactMap(\.cure))
    open.subtract([.rename, .serve])
    if isTooLarge(goal) { open.insert(.compress) }
    // An orientation is metadata as well, which cannot be dropped before the pixels are turned.
    if orientation != 1 { open.insert(.orient) }
    if format == .jpeg, options.progression == .progressive, info?.isProgressive == false { open.insert(.reorder) }
    if let geometry = geometry(goal, mustScale: false) {
      if geometry.crops || geometry.pads { open.insert(.reshape) }
      if geometry.scales { open.insert(.scale) }
    }
    if isAnimated, goal.form == .still { open.insert(.still) }
    if !options.repairs { open.remove(.repair) }
    if isAnimated, goal.form != .still { spareAnimation(&open) }
    return open
  }

  /// From what is stored to what is wanted; nil when the size is not known.
  func geometry(_ goal: OutputGoal, mustScale: Bool) -> Geometry? {
    guard let info, info.width > 0, info.height > 0 else { return nil }
    return Geometry(
      stored: PixelSize(width: info.width, height: info.height), orientation: orientation, options: goal.options,
      bounds: goal.bounds(mustScale: mustScale))
  }

  /// Whether a size is over a limit, rather than larger than was asked for.
  func mustScale(_ goal: OutputGoal) -> Bool {
    report.findings.contains { $0.cure == .scale && $0.mustBeCured(goal.options) }
  }

  /// Over a limit, or, once bytes had to go, over what is safe.
  private func isTooLarge(_ goal: OutputGoal) -> Bool {
    if let maxByteCount = goal.options.maxByteCount, byteCount > maxByteCount { return true }
    let isShrinking = open.contains(.compress) || hasNewPixels
    return isShrinking && goal.byteTarget.map { byteCount > $0 } ?? false
  }

  /// Notes about colours and warnings about details are not worth the animation.
  private func spareAnimation(_ open: inout Set<Cure>) {
    open.subtract([.convertColor, .reduceDepth])
    if format != .gif { open.subtract([.orient, .reshape]) }
  }

  /// Whether an animation is to stay one: the steps that make one picture of pixels keep away.
  func isKeptAnimated(_ goal: OutputGoal) -> Bool {
    format == .gif && isAnimated && goal.form != .still && goal.takes(.gif) && !open.contains(.repair)
  }

  /// Whether only new pixels can cure what is left.
  func needsPixels(_ goal: OutputGoal) -> Bool {
    guard pixels == nil else { return true }
    guard !isKeptAnimated(goal), !(isAnimated && goal.form == .untouched) else { return false }
    let pixelCures: Set<Cure> = [.convertColor, .reduceDepth, .scale, .reshape, .still, .convertFormat, .repair]
    if !open.isDisjoint(with: pixelCures) { return true }
    return idleSteps.contains(RecodeStep.name) && !open.isDisjoint(with: [.orient, .recode, .compress])
  }
}
