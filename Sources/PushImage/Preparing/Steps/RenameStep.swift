/// A name that says what the bytes are.
struct RenameStep: PreparationStep {
  static let name = "rename"

  /// Whether the name that it would be published under is another than it came with, letter by letter.
  func isDue(_ draft: Draft, _ goal: OutputGoal) -> Bool {
    let name = Draft.outputName(draft.content, of: draft.candidate, for: goal)?.fileName ?? ""
    return !name.utf8.elementsEqual((draft.candidate.name ?? "").utf8)
  }

  /// The draft is judged under that name anyway; this says so.
  func apply(to draft: inout Draft, _ goal: OutputGoal) { draft.note(Self.name) }
}
