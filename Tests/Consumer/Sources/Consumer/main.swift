import Foundation
import PushImage
import PushImageFetching

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

/// The client that a backend has already: here every URL serves one picture.
struct OwnClient: PictureFetcher {
  let picture: [UInt8]

  func fetch(_ url: String, as requester: Requester, timeoutSeconds: Double) async throws -> FetchOutcome {
    let headers = [HeaderField(name: "Content-Type", value: "image/png"), HeaderField(name: "ETag", value: "1")]
    let response = FetchResponse(
      status: 200, headers: headers, body: FileBytes(copying: picture), declaredByteCount: picture.count, finalURL: url)
    return FetchOutcome(hops: [FetchHop(url: url, status: 200)], response: response, fileName: FileName(url).component)
  }
}

let payload = """
  {"message": {"topic": "sale", "notification": {"title": "Sale", "image": "https://cdn.example/hero.png"},
  "apns": {"payload": {"aps": {"mutable-content": 1}}}}}
  """
let preflight = Preflight(
  checker: Checker(platforms: [.ios, .androidFCM]), fetcher: OwnClient(picture: Array(data)),
  options: PreflightOptions(sendTime: Int(Date().timeIntervalSince1970)))
var verdicts: [Verdict] = []
for entry in PayloadFile(Array(payload.utf8)) {
  let campaign = Task { try await preflight.report(on: entry.payload) }
  let outcome = try await campaign.value
  verdicts.append(outcome.verdict)
  let clients = outcome.images.flatMap(\.clients).map { "\($0.client) \($0.outcome.rawValue)" }
  print("preflight: \(outcome.verdict)", clients)
}

// How far it was scaled for the bytes is the search's affair; its shape is not.
let isBanner = banner.outputs.first?.report.info.map { abs($0.width - 3 * $0.height) <= 3 } ?? false
let isAsExpected =
  verdicts == [.accepted] && report.verdict == .accepted && report.integrity == .intact && preparation.action == .kept
  && preparation.fileName == "hero.png" && isBanner
  && banner.outputs.allSatisfy { $0.bytes.count <= 500 }
  && damaged.verdict == .rejected && damaged.integrity == .damaged
exit(isAsExpected ? 0 : 1)
