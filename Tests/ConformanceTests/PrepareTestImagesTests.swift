import Foundation
import PushImage
import Testing

/// What `prepare` returns passes `check`, and is kept when it is prepared again: for every picture that the recipes
/// made, and for files of the corpora.
@Suite struct PrepareTestImagesTests {
  private static let platformSets: [[String]] = [
    ["ios", "android"], ["ios"], ["android"], ["web", "huawei"], ["ios", "android", "web", "huawei"],
  ]

  /// Of each corpus file in the ordinary run one of so many is taken; `PUSHIMAGE_PREPARE_ALL=1` takes all.
  private static let corpusStride = ProcessInfo.processInfo.environment["PUSHIMAGE_PREPARE_ALL"] == nil ? 61 : 1

  @Test(arguments: platformSets)
  func everyTestImageIsPreparedOrRefusedWithAReason(_ ids: [String]) async throws {
    let files = try ["png", "jpeg", "gif", "other"].flatMap { folder in
      try PackageFiles.testImageNames(in: folder).map { PackageFiles.testImages.appending(path: "\(folder)/\($0)") }
    }
    #expect(files.count >= 350)
    let wrong = await Self.violations(of: files, PreparationProperties(platforms: Self.platforms(ids)))
    #expect(wrong.isEmpty, "\(wrong.count):\n\(wrong.sorted().joined(separator: "\n"))")
  }

  @Test func everyTestImageIsRepairedOrRefusedWithAReason() async throws {
    let files = try ["png", "jpeg", "gif"].flatMap { folder in
      try PackageFiles.testImageNames(in: folder).map { PackageFiles.testImages.appending(path: "\(folder)/\($0)") }
    }
    var properties = PreparationProperties(platforms: Self.platforms(["ios", "android"]))
    properties.options.repairs = true
    let wrong = await Self.violations(of: files, properties)
    #expect(wrong.isEmpty, "\(wrong.count):\n\(wrong.sorted().joined(separator: "\n"))")
  }

  @Test func filesOfTheCorporaArePreparedOrRefusedWithAReason() async throws {
    let oracle = PackageFiles.corpora.appending(path: "oracle.csv")
    guard let data = try? Data(contentsOf: oracle) else {
      print("CORPORA ABSENT: \(oracle.path(percentEncoded: false)) cannot be read; set PUSHIMAGE_CORPORA. NOT TESTED.")
      return
    }
    let rows = CSVTable(String(decoding: data, as: UTF8.self)).rows.compactMap(CorpusRow.init)
    #expect(rows.count >= 3000)
    let files = stride(from: 0, to: rows.count, by: Self.corpusStride).map {
      PackageFiles.corpora.appending(path: rows[$0].file)
    }
    let wrong = await Self.violations(of: files, PreparationProperties(platforms: Self.platforms(["ios", "android"])))
    print("corpora: \(files.count) files prepared, \(wrong.count) violations")
    #expect(wrong.isEmpty, "\(wrong.count):\n\(wrong.sorted().joined(separator: "\n"))")
  }

  private static func platforms(_ ids: [String]) -> [Platform] { ids.compactMap(Platforms.platform(id:)) }

  /// Of all files, on all cores.
  private static func violations(of files: [URL], _ properties: PreparationProperties) async -> [String] {
    let laneCount = max(2, ProcessInfo.processInfo.activeProcessorCount)
    return await withTaskGroup(of: [String].self) { group in
      for lane in 0..<laneCount {
        group.addTask {
          stride(from: lane, to: files.count, by: laneCount).flatMap { index -> [String] in
            let file = files[index]
            do {
              return try properties.violations(PackageFiles.bytes(file), name: file.lastPathComponent)
            } catch {
              return ["\(file.lastPathComponent): \(error)"]
            }
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
  }
}
