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

// A banner of a picture, in at most 500 bytes.
var options = PreparationOptions()
options.crop = AspectRatio(width: 3, height: 1).map { Cropping($0, gravity: .attention) }
options.maxByteCount = 500
let banner = try Preparer(platforms: [.ios], options: options).prepare(Candidate(bytes: data, name: "hero.png"))
for output in banner.outputs {
  print("prepare: \(output.action) \(output.fileName) \(output.bytes.count) \(output.platforms) \(output.steps)")
}
if let refusal = banner.refusal { print(refusal.platforms, refusal.report.findings.map(\.message)) }

let damaged = try Checker(platforms: [.ios, .androidFCM]).check(
  Candidate(bytes: data.prefix(3000), name: "hero.png", declaredType: "image/png"))
print("check of a part: \(damaged.verdict)", damaged.findings.map(\.kind.id))

let isAsExpected =
  report.verdict == .accepted && report.integrity == .intact && preparation.action == .kept
  && preparation.fileName == "hero.png" && banner.outputs.first?.report.info?.height == 200
  && banner.outputs.allSatisfy { $0.bytes.count <= 500 }
  && damaged.verdict == .rejected && damaged.integrity == .damaged
exit(isAsExpected ? 0 : 1)
