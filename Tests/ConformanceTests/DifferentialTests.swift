import DifferentialGate
import Foundation
import PushImage
import Testing

/// The gate of the native engine: what it calls intact, the format's own library calls intact too.
///
/// `.scripts/differential` asks the same of many more files.
@Suite struct DifferentialTests {
  static let formats = ["png", "jpeg", "gif"]
  static let seed: UInt64 = 20_261_121
  static let mutantCount = 4000
  /// A file that takes long would leave less time for others.
  static let maxMutatedByteCount = 12_000
  static let laneCount = max(2, ProcessInfo.processInfo.activeProcessorCount)

  static let files: [SeedFile] = {
    let corpora = SeedFile.all(below: PackageFiles.corpora, maxByteCount: 300_000)
    if corpora.isEmpty { print("CORPORA ABSENT: the engines are compared on TestImages only") }
    return corpora + SeedFile.all(below: PackageFiles.testImages, maxByteCount: 300_000)
  }()

  @Test(arguments: formats)
  func `no file is intact for the native engine only`(_ format: String) async throws {
    let files = Self.files.filter { $0.format.name == format }
    #expect(files.count >= 60)
    let run = DifferentialRun(files: files, seed: Self.seed, laneCount: Self.laneCount)
    Self.judge(try await run.compareFiles(), "\(format) files")
  }

  @Test(arguments: formats)
  func `no damaged file is intact for the native engine only`(_ format: String) async throws {
    let small = Self.files.filter { $0.format.name == format && $0.bytes.count <= Self.maxMutatedByteCount }
    let files = SeedFile.whole(of: small)
    try #require(files.count >= 20)
    let run = DifferentialRun(files: files, seed: Self.seed, laneCount: Self.laneCount)
    let tally = try await run.compareMutants(0..<Self.mutantCount)
    Self.judge(tally, "\(format) mutants")
    // Damage that never shows, or always does, would compare nothing.
    #expect(tally.intactCount > Self.mutantCount / 100)
    #expect(tally.intactCount < Self.mutantCount)
  }

  @Test func `neither engine refuses what every decoder accepts`() async throws {
    guard let data = try? Data(contentsOf: PackageFiles.corpora.appending(path: "oracle.csv")) else { return }
    let rows = CSVTable(String(decoding: data, as: UTF8.self)).rows.compactMap(CorpusRow.init)
    let accepted = Set(rows.filter { $0.expect == "accept" }.map(\.file))
    let files = Self.files.filter { accepted.contains($0.name) }
    #expect(files.count >= 1000)
    let tally = try await DifferentialRun(files: files, seed: Self.seed, laneCount: Self.laneCount).compareFiles()
    #expect(tally.intactCount == files.count, "\(tally.table) \(tally.examples.values.map(\.summary))")
  }

  /// The table is always shown: the reverse is allowed, and still worth a look.
  static func judge(_ tally: DifferentialTally, _ what: String) {
    print("\(what): \(tally.table)")
    let misses = tally.misses.map(\.summary).joined(separator: "\n")
    #expect(tally.misses.isEmpty, "intact for the native engine only:\n\(misses)")
  }
}
