import Testing

@testable import PushImageCLI

@Suite struct RingTests {
  @Test func `hands out results in the order of their places, once those before them are there`() {
    let ring = Ring<Int>(capacity: 4)
    var ready: [Int] = []
    ring.put(2, at: 2)
    ring.put(1, at: 1)
    #expect(!ring.hasNext)
    #expect(ring.take(&ready, waitMilliseconds: 0))
    #expect(ready.isEmpty)
    ring.put(0, at: 0)
    #expect(ring.take(&ready, waitMilliseconds: 0))
    #expect(ready == [0, 1, 2])
    #expect(ring.waitForRoom(6))
    ring.finish(count: 3)
    #expect(!ring.take(&ready, waitMilliseconds: 1_000))
    #expect(ready.isEmpty)
  }

  @Test func `holds workers back until there is room, and lets them go when nobody takes any more`() throws {
    let ring = Ring<Int>(capacity: 2)
    let worker = try WorkerThread {
      var index = 0
      while ring.waitForRoom(index) {
        ring.put(index, at: index)
        index += 1
      }
    }
    var all: [Int] = []
    var ready: [Int] = []
    while all.count < 500 {
      #expect(ring.take(&ready, waitMilliseconds: 5_000))
      #expect(!ready.isEmpty && ready.count <= 2)
      all += ready
    }
    ring.close()
    worker.join()
    #expect(all == Array(0..<all.count))
  }

  @Test func `holds workers back while results of many bytes wait or are written, and never for ever`() throws {
    // Each result holds 40 MiB, so that two are more than may be held.
    let ring = Ring<Int>(capacity: 100) { _ in 41_943_040 }
    let worker = try WorkerThread {
      var index = 0
      while index < 20, ring.waitForRoom(index) {
        ring.put(index, at: index)
        index += 1
      }
      ring.finish(count: index)
    }
    var all: [Int] = []
    var ready: [Int] = []
    while ring.take(&ready, waitMilliseconds: 5_000) {
      #expect(!ready.isEmpty && ready.count <= 2)
      all += ready
    }
    worker.join()
    #expect(all == Array(0..<20))
  }
}
