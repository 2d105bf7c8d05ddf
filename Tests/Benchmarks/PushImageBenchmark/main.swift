import CBenchmarkPeers
import Glibc
import PushImage

/// Measures one contestant in this process: `.scripts/bench` runs it and puts the numbers together.
///
/// `loop CONTESTANT` reads lines `COUNT PATH` from standard input and answers each with the nanoseconds of processor
/// time of one run, the mean over COUNT runs over the file in memory. `memory CONTESTANT SMALL PATH` answers with the
/// KiB by which one run raised the peak beyond what this fresh process held with the file read; SMALL is run before, so
/// that code is not counted. `quick COUNT PATH…` answers with the nanoseconds of a quick check of one file, opened each
/// time. `gif recode IN OUT`, `gif resize WIDTH IN OUT` and `gif fit BYTES IN OUT` do
/// to a GIF what `prepare` does. `versions` names the libraries.
let arguments = Array(CommandLine.arguments.dropFirst())

switch arguments.first {
case "loop" where arguments.count == 2: loop(Contestant(named: arguments[1]))
case "memory" where arguments.count == 4:
  measureMemory(Contestant(named: arguments[1]), small: arguments[2], path: arguments[3])
case "quick" where arguments.count >= 3: measureQuickChecks(rounds: Int(arguments[1]) ?? 1, Array(arguments[2...]))
case "gif" where arguments.count >= 4: GIFPreparing(arguments[1...]).run()
case "versions": print(String(cString: benchmark_peer_versions()), terminator: "")
default: stop("usage: loop CONTESTANT | memory CONTESTANT SMALL PATH | quick COUNT PATH… | versions")
}

func stop(_ message: String) -> Never {
  print("benchmark: \(message)")
  exit(2)
}

func loop(_ contestant: Contestant) {
  var known = (path: "", bytes: [UInt8]())
  while let line = readLine() {
    let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2, let count = Int(parts[0]), count > 0 else { stop("not COUNT PATH: \(line)") }
    if known.path != parts[1] { known = (parts[1], File.bytes(at: parts[1])) }
    let started = benchmark_cpu_nanoseconds()
    var isWhole = true
    for _ in 0..<count { isWhole = contestant.run(known.bytes) && isWhole }
    print("\((benchmark_cpu_nanoseconds() - started) / UInt64(count)) \(isWhole ? "whole" : "refused")")
    fflush(nil)
  }
}

func measureMemory(_ contestant: Contestant, small: String, path: String) {
  _ = contestant.run(File.bytes(at: small))
  let bytes = File.bytes(at: path)
  benchmark_trim_heap()
  // The peak begins anew at what is held now.
  File.write("5", to: "/proc/self/clear_refs")
  let before = File.peakKibibytes()
  _ = contestant.run(bytes)
  print(File.peakKibibytes() - before)
}

func measureQuickChecks(rounds: Int, _ paths: [String]) {
  let checker = Checker(platforms: [.ios, .androidFCM])
  let files = paths.map { path in (path, path.split(separator: "/").last.map(String.init) ?? path) }
  var undetermined = 0
  func round() {
    for (path, name) in files {
      if QuickCheck.check(path, named: name, by: checker).integrity == .undetermined { undetermined += 1 }
    }
  }
  round()
  let started = benchmark_cpu_nanoseconds()
  for _ in 0..<rounds { round() }
  let spent = benchmark_cpu_nanoseconds() - started
  print("\(spent / UInt64(rounds * paths.count)) \(undetermined == (rounds + 1) * paths.count ? "all" : "not all")")
}
