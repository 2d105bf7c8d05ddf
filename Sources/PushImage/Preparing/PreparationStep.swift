internal import PushImageFormats

/// One thing that `prepare` does to a picture: a file in `Steps` and a line in `PreparationSteps.all`.
protocol PreparationStep: Sendable {
  /// Its stable name in `steps` of a row; lower case.
  static var name: String { get }

  /// Whether it would cure something that is open.
  func isDue(_ draft: Draft, _ goal: OutputGoal) -> Bool

  /// Does it, or notes that it cannot.
  ///
  /// - Throws: `PushImageError` with `.undecodable` when the picture does not lend itself to it, others when the tool
  ///   could not work.
  func apply(to draft: inout Draft, _ goal: OutputGoal) throws(PushImageError)
}

/// The steps, cheapest and least lossy first.
enum PreparationSteps {
  /// One line per step.
  static let all: [any PreparationStep] = [
    RenameStep(),
    StripStep(),
    RecodeStep(),
    OrientStep(),
    ColorStep(),
    CropStep(),
    PadStep(),
    ScaleStep(),
    EncodeStep(),
  ]

  /// Takes each step that is due, once. The draft is checked again after every step that changes bytes; steps that
  /// change pixels on their way are followed by the one that encodes them.
  static func run(on draft: inout Draft, _ goal: OutputGoal) throws(PushImageError) {
    for step in all where step.isDue(draft, goal) { try step.apply(to: &draft, goal) }
  }
}
