/// One program on a device that loads the picture of a notification, step by step as its source does.
///
/// Hermetic: it looks at facts that somebody else gathered. It knows nothing of the app around it: that there is a
/// notification service extension, and that it calls the program, is assumed.
public protocol ClientSimulator: Sendable {
  /// How options and reports call it: `firebase-ios`.
  var id: String { get }
  /// What it is, for people.
  var title: String { get }
  /// `Platform.id` of the devices it runs on.
  var platform: String { get }
  /// The source that is imitated, at a commit where it has one; a URL.
  var reference: String { get }
  /// Whether it shows no pictures at all, whatever the file. Such a client does not count for its platform's verdict.
  var showsNoPictures: Bool { get }
  /// What becomes of one picture.
  func outcome(of delivery: Delivery) -> ClientOutcome
}

/// A client described by the steps it takes.
protocol SteppingClient: ClientSimulator {
  /// Whether it runs in a notification service extension, which iOS may not start.
  var isExtension: Bool { get }
  /// Takes the steps in order; throws at the first that fails and notes what is in doubt.
  func take(_ delivery: Delivery, _ walk: inout ClientWalk) throws(ClientRefusal)
}

extension SteppingClient {
  var showsNoPictures: Bool { false }

  var isExtension: Bool { platform == "ios" }

  func outcome(of delivery: Delivery) -> ClientOutcome {
    var walk = ClientWalk()
    do throws(ClientRefusal) {
      if isExtension, let obstacle = delivery.extensionObstacle { throw ClientRefusal(.payload, obstacle) }
      try take(delivery, &walk)
    } catch {
      return ClientOutcome(
        client: id, outcome: .notShown, stage: error.stage, fileName: walk.fileName, unError: error.unError,
        message: error.message)
    }
    guard let doubt = walk.doubt else {
      return ClientOutcome(
        client: id, outcome: .shown, stage: nil, fileName: walk.fileName, unError: nil, message: nil)
    }
    return ClientOutcome(
      client: id, outcome: .atRisk, stage: doubt.stage, fileName: walk.fileName, unError: nil,
      message: doubt.message)
  }
}
