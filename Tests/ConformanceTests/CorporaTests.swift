import Foundation
import PushImage
import Testing

/// Thousands of files that nobody here made, against what a dozen decoders say of them.
@Suite struct CorporaTests {
  @Test func everyFileIsJudgedAsTheDecodersJudgeIt() async throws {
    let oracle = PackageFiles.corpora.appending(path: "oracle.csv")
    guard let data = try? Data(contentsOf: oracle) else {
      print("CORPORA ABSENT: \(oracle.path(percentEncoded: false)) cannot be read; set PUSHIMAGE_CORPORA. NOT TESTED.")
      return
    }
    let rows = CSVTable(String(decoding: data, as: UTF8.self)).rows.compactMap(CorpusRow.init)
    #expect(rows.count >= 3000)
    let outcomes = await Self.check(rows)
    #expect(outcomes.count == rows.count)
    let wrong = outcomes.flatMap(\.self)
    print("corpora: \(rows.count) files, \(wrong.count) judged otherwise than expected")
    if !wrong.isEmpty { Issue.record("\(wrong.count) mismatches:\n\(wrong.sorted().joined(separator: "\n"))") }
  }

  /// Mismatches of each row, checked on all cores.
  private static func check(_ rows: [CorpusRow]) async -> [[String]] {
    let laneCount = max(2, ProcessInfo.processInfo.activeProcessorCount)
    return await withTaskGroup(of: [[String]].self) { group in
      for lane in 0..<laneCount {
        group.addTask {
          let checker = Checker(platforms: Platforms.all)
          return stride(from: lane, to: rows.count, by: laneCount).map { check(rows[$0], with: checker) }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
  }

  private static func check(_ row: CorpusRow, with checker: Checker) -> [String] {
    do {
      let bytes = try PackageFiles.bytes(PackageFiles.corpora.appending(path: row.file))
      return row.mismatches(try checker.check(Candidate(bytes: bytes)))
    } catch {
      return ["\(row.file): \(error)"]
    }
  }
}
