internal import PushImageFormats

/// A JSON text, read on over keys that stand twice.
struct JSONDocument {
  let value: JSONValue
  let findings: [Finding]

  init(_ bytes: [UInt8]) throws(JSONError) {
    do {
      value = try JSONReader.read(bytes)
      findings = []
    } catch {
      guard error.reason == .duplicateKey else { throw error }
      var options = JSONReader.Options()
      options.allowsDuplicateKeys = true
      value = try JSONReader.read(bytes, options: options)
      findings = [Finding(notJSON: error)]
    }
  }
}

extension Finding {
  /// The complaint of the JSON reader.
  init(notJSON error: JSONError) {
    let kind =
      switch error.reason {
      case .malformed: PayloadFindings.malformed
      case .truncated: PayloadFindings.truncated
      case .tooDeep: PayloadFindings.tooDeep
      case .tooManyValues: PayloadFindings.tooLarge
      case .duplicateKey: PayloadFindings.duplicateKey
      case .loneSurrogate: PayloadFindings.surrogate
      }
    self.init(kind, error.description, at: error.location.byteOffset)
  }
}

extension JSONError {
  /// The same in a text that begins further up.
  func moved(byLines lines: Int, bytes: Int) -> JSONError {
    var place = location
    place.line += lines
    place.byteOffset += bytes
    return JSONError(message: message, location: place, reason: reason)
  }
}
