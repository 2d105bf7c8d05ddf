import DifferentialGate
import Foundation
import PushImage

// usage: Differential COUNT TEST-IMAGES CORPORA ARTIFACTS [SEED [FORMAT…]]
// Compares the engines on all files and on COUNT mutants of each format. Exit status 1 when there is a miss.

let maxByteCount = 300_000
let arguments = CommandLine.arguments
guard arguments.count >= 5, let count = Int(arguments[1]) else {
  print("usage: Differential COUNT TEST-IMAGES CORPORA ARTIFACTS [SEED [FORMAT…]]")
  exit(2)
}
let seed = arguments.count > 5 ? UInt64(arguments[5]) ?? 1 : 1
let names = arguments.count > 6 ? Array(arguments[6...]) : ["png", "jpeg", "gif"]
let artifacts = URL(filePath: arguments[4])
try FileManager.default.createDirectory(at: artifacts, withIntermediateDirectories: true)
let corpora = SeedFile.all(below: URL(filePath: arguments[3]), maxByteCount: maxByteCount)
if corpora.isEmpty { print("CORPORA ABSENT: no pictures in \(arguments[3]); only TestImages are used") }
let files = corpora + SeedFile.all(below: URL(filePath: arguments[2]), maxByteCount: maxByteCount)
let laneCount = max(1, ProcessInfo.processInfo.activeProcessorCount)

/// Writes a file that can be looked at, with its story beside it.
func keep(_ miss: DifferentialTally.Miss, as name: String) throws {
  try Data(miss.bytes).write(to: artifacts.appending(path: name))
  try Data((miss.summary + "\n").utf8).write(to: artifacts.appending(path: name + ".txt"))
}

var missCount = 0
for name in names {
  let all = files.filter { $0.format.name == name }
  let run = DifferentialRun(files: all, seed: seed, laneCount: laneCount)
  let tally = try await run.compareFiles()
  print("\(name) files: \(tally.table)")
  let mutants = DifferentialRun(files: SeedFile.whole(of: all), seed: seed, laneCount: laneCount)
  var sum = tally
  var mutantTally = DifferentialTally()
  let start = ContinuousClock.now
  // In pieces, so that a long run shows how far it is.
  for first in stride(from: 0, to: count, by: 25_000) where !mutants.files.isEmpty {
    let part = try await mutants.compareMutants(first..<min(count, first + 25_000))
    mutantTally.add(part)
    for miss in part.misses { print("MISS \(miss.summary)") }
    FileHandle.standardError.write(Data("\(name): \(mutantTally.count), \(mutantTally.misses.count) misses\n".utf8))
  }
  let took = ContinuousClock.now - start
  print("\(name) mutants of \(mutants.files.count) files, seed \(seed), \(took): \(mutantTally.table)")
  sum.add(mutantTally)
  for miss in tally.misses { print("MISS \(miss.summary)") }
  for (index, miss) in sum.misses.enumerated() {
    try keep(miss, as: "miss-\(name)-\(miss.number.map(String.init) ?? "file-\(index)").\(name)")
  }
  for (kind, example) in sum.examples { try keep(example, as: "reverse-\(kind).\(name)") }
  missCount += sum.misses.count
}
exit(missCount == 0 ? 0 : 1)
