/// Why a client shows the notification without its picture.
package struct ClientRefusal: Error, Sendable {
  let stage: ClientOutcome.Stage
  let message: String
  let unError: Int?

  init(_ stage: ClientOutcome.Stage, _ message: String, unError: Int? = nil) {
    self.stage = stage
    self.message = message
    self.unError = unError
  }
}

/// One client on its way from the payload to the picture: what it has written, and the first thing in doubt.
package struct ClientWalk {
  /// The name of the file, once it has one.
  var fileName: String?
  /// The first step whose result cannot be known here.
  private(set) var doubt: (stage: ClientOutcome.Stage, message: String)?

  /// Remembers that a step may fail; only the first is told.
  mutating func doubt(_ stage: ClientOutcome.Stage, _ message: String) {
    if doubt == nil { doubt = (stage, message) }
  }

  /// What the picture's report allows the last step to say of its bytes.
  ///
  /// - Parameter formats: names of the formats that the client decodes.
  mutating func decode(
    _ delivery: Delivery, formats: Set<String>, stage: ClientOutcome.Stage, unError: Int? = nil
  ) throws(ClientRefusal) {
    guard let report = delivery.report else {
      throw ClientRefusal(stage, "there are no bytes to decode", unError: unError)
    }
    guard let format = report.format else {
      throw ClientRefusal(stage, "the bytes are of no known format", unError: unError)
    }
    guard formats.contains(format.name) else {
      throw ClientRefusal(stage, "the bytes are \(format.titleWithArticle)", unError: unError)
    }
    let damage = report.findings.first { $0.kind.integrity == .damaged }
    switch report.integrity {
    case .intact: return
    case .undetermined: doubt(stage, "the bytes could not be verified to their end")
    case .damaged where damage?.severity == .error || damage == nil:
      throw ClientRefusal(stage, damage?.message ?? "the bytes are damaged", unError: unError)
    case .damaged: doubt(stage, damage?.message ?? "the bytes are damaged")
    }
  }
}
