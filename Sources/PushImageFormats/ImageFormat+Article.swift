extension ImageFormat {
  /// The title as it follows "this is": `a PNG`, `an HTML page`.
  public var titleWithArticle: String { "\(startsWithVowelSound ? "an" : "a") \(title)" }

  /// Abbreviations are spelt out letter by letter ("aitch tee em el"), except those that are said as a word.
  private var startsWithVowelSound: Bool {
    guard let first = title.first else { return false }
    let isSpeltOut = title.dropFirst().first?.isUppercase ?? false
    let isSaidAsWord = self == .heic
    return (isSpeltOut && !isSaidAsWord ? "AEFHILMNORSX" : "AEIOU").contains(first)
  }
}
