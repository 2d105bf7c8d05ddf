/// Finished results by their place, behind a lock, until those before them are taken.
final class Ring<Output: Sendable>: @unchecked Sendable {
  /// A result that is ready is held back so long for others to join it, unless half of the ring is full.
  private static var gatherMilliseconds: Int { 2 }

  /// No further input is claimed while results of so many bytes are held or being written: 64 MiB.
  private static var maxByteCount: Int { 67_108_864 }

  private let condition = Condition()
  private let byteCount: @Sendable (Output) -> Int
  /// Bytes of the results in the ring, and of those that were taken last.
  private var heldByteCount = 0
  private var takenByteCount = 0
  private var slots: [Output?]
  /// Results in the ring.
  private var heldCount = 0
  private var taken = 0
  private var count: Int?
  private var isClosed = false
  private var waitingWorkerCount = 0
  /// How many results the taker waits for; nil while it does not wait.
  private var wantedCount: Int?

  /// Room for `capacity` results, at least one.
  init(capacity: Int, byteCount: @escaping @Sendable (Output) -> Int = { _ in 0 }) {
    slots = Array(repeating: nil, count: capacity)
    self.byteCount = byteCount
  }

  /// Waits until the place is less than a ring ahead of what was taken, and the bytes that are held are few enough;
  /// false when nobody takes any more. With nothing in the ring the bytes are few enough as soon as the last are written.
  func waitForRoom(_ index: Int) -> Bool {
    condition.withLock {
      while !isClosed, index >= taken + slots.count || heldByteCount + takenByteCount >= Self.maxByteCount {
        waitingWorkerCount += 1
        // What is there has to be taken before there is room.
        if wantedCount != nil, isNextReady { condition.wakeAll() }
        condition.wait()
        waitingWorkerCount -= 1
      }
      return !isClosed
    }
  }

  func put(_ output: Output, at index: Int) {
    condition.withLock {
      slots[index % slots.count] = output
      heldCount += 1
      heldByteCount += byteCount(output)
      if let wanted = wantedCount, heldCount >= wanted, isNextReady { condition.wakeAll() }
    }
  }

  /// There are `count` results and no more.
  func finish(count: Int) {
    condition.withLock {
      self.count = count
      condition.wakeAll()
    }
  }

  /// Nobody takes results any more.
  func close() {
    condition.withLock {
      isClosed = true
      condition.wakeAll()
    }
  }

  /// Whether a result could be taken at once.
  var hasNext: Bool { condition.withLock { isNextReady } }

  /// Takes all results whose turn it is, in order, after waiting for the first; none when none came in time.
  ///
  /// - Returns: false at the end.
  func take(_ ready: inout [Output], waitMilliseconds: Int) -> Bool {
    condition.withLock {
      ready.removeAll(keepingCapacity: true)
      if takenByteCount > 0, waitingWorkerCount > 0 { condition.wakeAll() }
      takenByteCount = 0
      if !isNextReady, taken != count { wait(for: 1, milliseconds: waitMilliseconds) }
      let half = max(1, slots.count / 2)
      if isNextReady, heldCount < half, count == nil, waitingWorkerCount == 0 {
        wait(for: half, milliseconds: Self.gatherMilliseconds)
      }
      while let output = slots[taken % slots.count] {
        slots[taken % slots.count] = nil
        taken += 1
        ready.append(output)
        takenByteCount += byteCount(output)
      }
      heldCount -= ready.count
      heldByteCount -= takenByteCount
      if !ready.isEmpty, waitingWorkerCount > 0 { condition.wakeAll() }
      return !ready.isEmpty || taken != count
    }
  }

  private var isNextReady: Bool { slots[taken % slots.count] != nil }

  private func wait(for count: Int, milliseconds: Int) {
    wantedCount = count
    condition.wait(milliseconds: milliseconds)
    wantedCount = nil
  }
}
