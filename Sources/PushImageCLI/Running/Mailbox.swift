import PushImage

/// Hands results from tasks to the one thread that writes, which also looks for signals while it waits.
final class Mailbox<Message: Sendable>: Sendable {
  /// What `take` found.
  enum Delivery {
    case message(Message)
    case nothingYet
    /// The sender is done and everything was taken.
    case end
  }

  private let condition = Condition()
  private nonisolated(unsafe) var messages: [Message] = []
  private nonisolated(unsafe) var isClosed = false

  /// Adds a message; messages are taken in this order.
  func put(_ message: Message) {
    condition.withLock {
      unsafe messages.append(message)
      condition.wakeAll()
    }
  }

  /// Nothing more will come.
  func close() {
    condition.withLock {
      unsafe isClosed = true
      condition.wakeAll()
    }
  }

  /// The next message, waited for at most so long.
  func take(waitMilliseconds: Int) -> Delivery {
    condition.withLock {
      if unsafe messages.isEmpty && !isClosed { condition.wait(milliseconds: waitMilliseconds) }
      if unsafe !messages.isEmpty { return unsafe .message(messages.removeFirst()) }
      return unsafe isClosed ? .end : .nothingYet
    }
  }
}
