import PushImage

/// Many workers, one stream of results in the order of the inputs.
///
/// Workers claim inputs one by one; a result waits in a ring until all before it are out. The ring is bounded, so a
/// slow reader of the output, or one slow picture, holds the workers back instead of filling memory. Results are handed
/// out as many at a time as have gathered: waking a thread for each costs more than checking a small picture.
final class OrderedPipeline<Output: Sendable>: Sendable {
  private let jobs: Int
  private let work: @Sendable (InputItem) -> Output
  private let claims: Claims
  private let ring: Ring<Output>

  /// - Parameters:
  ///   - inputs: claimed under a lock of their own, so that listing a folder does not hold up finished results.
  ///   - jobs: number of threads, at least 1.
  ///   - resultsPerJob: how many finished results of a thread may wait in memory; default: 4.
  ///   - work: called on every thread; a pure function of its item as far as the order of results goes.
  init(
    inputs: InputSequence, jobs: Int, resultsPerJob: Int = 4, work: @escaping @Sendable (InputItem) -> Output
  ) {
    self.jobs = jobs
    self.work = work
    claims = Claims(inputs)
    ring = Ring(capacity: jobs * resultsPerJob)
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
    var ready: [Output] = []
    while Interrupt.signalNumber == nil {
      // Wakes up now and then to look for a signal.
      guard ring.take(&ready, waitMilliseconds: 100) else { return }
      for output in ready where Interrupt.signalNumber == nil { try each(output) }
      if !ring.hasNext { try whileIdle() }
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
