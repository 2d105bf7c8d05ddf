import Foundation
import PushImage

// The lines that the library promises to its callers, compiled and run.
let images = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../TestImages")
let data = try Data(contentsOf: images.appending(path: "png/clean-600x300.png"))

let report = try Checker(platforms: [.ios, .androidFCM]).check(
  Candidate(bytes: data, name: "hero.png", declaredType: "image/png"))
print("check: \(report.verdict)", report.findings.map(\.kind.id))

let preparation = try Preparer(platforms: [.ios, .androidFCM]).prepare(Candidate(bytes: data, name: "hero.png"))
print("prepare: \(preparation.action) \(preparation.fileName ?? "nothing")")

let damaged = try Checker(platforms: [.ios, .androidFCM]).check(
  Candidate(bytes: data.prefix(3000), name: "hero.png", declaredType: "image/png"))
print("check of a part: \(damaged.verdict)", damaged.findings.map(\.kind.id))

let isAsExpected =
  report.verdict == .accepted && report.integrity == .intact && preparation.action == .kept
  && preparation.fileName == "hero.png" && damaged.verdict == .rejected && damaged.integrity == .damaged
exit(isAsExpected ? 0 : 1)
