/// The fields before the words of text and profile chunks: keyword, flags, language.
extension PNGText {
  /// Most bytes of a keyword; PNG section 11.3.3.
  static let maxKeywordByteCount = 79

  /// The NUL that ends the field at `offset`, at most `most` bytes on.
  private static func terminator(_ data: Span<UInt8>, from offset: Int, most: Int = Int.max) -> Int? {
    var index = offset
    while let byte = data.byte(at: index), index - offset <= most {
      if byte == 0 { return index }
      index += 1
    }
    return nil
  }

  /// What is wrong with the keyword at the front, to follow "… chunk".
  static func keywordFault(_ data: Span<UInt8>) -> String? {
    guard let end = terminator(data, from: 0, most: maxKeywordByteCount), end > 0 else {
      return "has no keyword of 1 to \(maxKeywordByteCount) bytes"
    }
    return nil
  }

  /// What is wrong with the fields of an iTXt chunk behind its keyword.
  static func internationalFault(_ data: Span<UInt8>) -> String? {
    guard let keyword = terminator(data, from: 0), let flag = data.byte(at: keyword + 1) else {
      return "is cut after its keyword"
    }
    guard flag <= 1 else { return "has compression flag \(flag); PNG knows 0 and 1 only" }
    guard let language = terminator(data, from: keyword + 3), terminator(data, from: language + 1) != nil else {
      return "is cut before its text"
    }
    return nil
  }

  /// Where the deflated data of zTXt, iCCP and compressed iTXt begin.
  struct Compressed {
    let method: UInt8
    let dataOffset: Int

    /// Nil when the fields before the data are broken, and for an iTXt that is not compressed.
    init?(_ data: Span<UInt8>, isInternational: Bool) {
      guard let keyword = terminator(data, from: 0, most: maxKeywordByteCount), keyword > 0 else { return nil }
      let flagCount = isInternational ? 1 : 0
      guard !isInternational || data.byte(at: keyword + 1) == 1,
        let method = data.byte(at: keyword + 1 + flagCount)
      else { return nil }
      self.method = method
      guard isInternational else {
        dataOffset = keyword + 2
        return
      }
      guard let language = terminator(data, from: keyword + 3), let translated = terminator(data, from: language + 1)
      else { return nil }
      dataOffset = translated + 1
    }
  }
}
