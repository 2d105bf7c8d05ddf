import PushImage

/// Many workers, one stream of results in the order of the inputs.
///
/// Workers claim inputs one by one; a result waits in a ring until all before it are out. The ring is bounded, so a
/// slow reader of the output, or one slow picture, holds the workers back instead of filling memory; results that hold
/// many bytes fill it sooner.
final class OrderedPipeline<Output: Sendable>: Sendable {
  private let jobs: Int
  private let work: @Sendable (InputItem) -> Output
  private let claims: Claims
  private let ring: Ring

  /// - Parameters:
  ///   - inputs: claimed under a lock of their own, so that listing a folder does not hold up finished results.
  ///   - jobs: number of threads, at least 1.
  ///   - work: called on every thread; a pure function of its item as far as the order of results goes.
  ///   - byteCount: bytes that a result holds while it waits; 0 for results of which many may wait.
  init(
    inputs: InputSequence, jobs: Int, byteCount: @escaping @Sendable (Output) -> Int = { _ in 0 },
    work: @escaping @Sendable (InputItem) -> Output
  ) {
    self.jobs = jobs
    self.work = work
    claims = Claims(inputs)
    ring = Ring(capacity: jobs * 4, byteCount: byteCount)
  }

  /// Hands out every result on the calling thread; stops early when a signal asks to.
  ///
  /// - Parameters:
  ///   - whileIdle: called when no result is ready, before waiting for one.
  ///   - each: takes one result.
  func run(whileIdle: () throws -> Void, each: (Output) throws -> Void) throws {
    if jobs == 1 { return try runAlone(whileIdle: whileIdle, each: each) }
    let threads = try (0..<jobs).map { _ throws(PushImageError) in try WorkerThread { self.workUntilEnd() } }
    defer {
      ring.close()
      // A worker in the middle of a picture is not waited for when the run is over anyway.
      if Interrupt.signalNumber == nil { threads.forEach { $0.join() } }
    }
    while Interrupt.signalNumber == nil {
      switch ring.takeNext(waitMilliseconds: 0) {
      case .result(let output): try each(output)
      case .end: return
      case .nothingYet:
        try whileIdle()
        // Wakes up now and then to look for a signal.
        switch ring.takeNext(waitMilliseconds: 100) {
        case .result(let output): try each(output)
        case .end: return
        case .nothingYet: continue
        }
      }
    }
  }

  /// One input, or one job: no thread is started.
  private func runAlone(whileIdle: () throws -> Void, each: (Output) throws -> Void) throws {
    while Interrupt.signalNumber == nil, let (_, item) = claims.next() {
      let output = work(item)
      // What a signal cut short is no result.
      if Interrupt.signalNumber != nil { return }
      try each(output)
      try whileIdle()
    }
  }

  private func workUntilEnd() {
    while let (index, item) = claims.next(when: ring.waitForRoom) {
      ring.put(work(item), at: index)
    }
    ring.finish(count: claims.count)
  }
}

/// The inputs and how many were claimed, behind a lock.
private final class Claims: @unchecked Sendable {
  private let lock = Condition()
  private var inputs: InputSequence
  private var claimed = 0
  private var isAtEnd = false

  init(_ inputs: InputSequence) { self.inputs = inputs }

  var count: Int { lock.withLock { claimed } }

  /// The next input and its place; nil at the end, or when `isAllowed` says to stop.
  func next(when isAllowed: (Int) -> Bool = { _ in true }) -> (Int, InputItem)? {
    lock.withLock {
      guard !isAtEnd, isAllowed(claimed), let item = inputs.next() else {
        isAtEnd = true
        return nil
      }
      claimed += 1
      return (claimed - 1, item)
    }
  }
}

extension OrderedPipeline {
  /// Finished results by place, behind a lock.
  fileprivate final class Ring: @unchecked Sendable {
    enum Taken {
      case result(Output)
      case nothingYet
      case end
    }

    private let condition = Condition()
    /// No further input is claimed while results of so many bytes wait: 64 MiB.
    private static var maxWaitingByteCount: Int { 67_108_864 }

    private let byteCount: @Sendable (Output) -> Int
    private var waitingByteCount = 0
    private var slots: [Output?]
    private var taken = 0
    private var count: Int?
    private var isClosed = false

    init(capacity: Int, byteCount: @escaping @Sendable (Output) -> Int) {
      slots = Array(repeating: nil, count: capacity)
      self.byteCount = byteCount
    }

    /// Waits until the place is less than a ring ahead of what was taken, and the bytes that wait are few enough; false
    /// when nobody takes any more. The next result to be taken has always room.
    func waitForRoom(_ index: Int) -> Bool {
      condition.withLock {
        while !isClosed, index >= taken + slots.count || waitingByteCount >= Self.maxWaitingByteCount {
          condition.wait()
        }
        return !isClosed
      }
    }

    func put(_ output: Output, at index: Int) {
      condition.withLock {
        slots[index % slots.count] = output
        waitingByteCount += byteCount(output)
        condition.wakeAll()
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

    func takeNext(waitMilliseconds: Int) -> Taken {
      condition.withLock {
        if slots[taken % slots.count] == nil, taken != count, waitMilliseconds > 0 {
          condition.wait(milliseconds: waitMilliseconds)
        }
        guard let output = slots[taken % slots.count] else { return taken == count ? .end : .nothingYet }
        slots[taken % slots.count] = nil
        waitingByteCount -= byteCount(output)
        taken += 1
        condition.wakeAll()
        return .result(output)
      }
    }
  }
}
