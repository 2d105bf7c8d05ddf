/// Gives every output of one run a name of its own, in the order of the inputs.
///
/// Names that differ only in case or in Unicode form count as the same, because on many disks they are: the second
/// `hero.png` becomes `hero-2.png`, and so does a `HERO.png` after it (`HERO-2.png`).
package struct OutputNames: Sendable {
  /// Of every name given away, folded; the value is the number that its next namesake tries first.
  private var nextNumbers: [String: Int] = [:]

  /// No name is taken.
  package init() {}

  /// Takes `name` itself, or the first free one with a number from 2 upwards.
  package mutating func claim(_ name: OutputName) -> String {
    let wanted = name.fileName
    let key = Self.fold(wanted)
    guard var number = nextNumbers[key] else {
      nextNumbers[key] = 2
      return wanted
    }
    // Remembering the number keeps ten thousand namesakes from being ten thousand squared look-ups.
    while true {
      let numbered = name.fileName(number: number)
      number += 1
      nextNumbers[key] = number
      let numberedKey = Self.fold(numbered)
      guard nextNumbers[numberedKey] != nil else {
        nextNumbers[numberedKey] = 2
        return numbered
      }
    }
  }

  /// What names have in common that many disks take for the same.
  ///
  /// Strings compare by canonical equivalence, so only case is left to fold; by way of upper case, for `ß` and `ſ`.
  package static func fold(_ name: String) -> String { name.uppercased().lowercased() }
}
