import Foundation
import Testing

@Suite struct InformationCommandTests {
  @Test(arguments: ["check", "prepare", "rules", "version", "help"])
  func `every command explains itself`(_ command: String) throws {
    let run = try CommandRun.pushimage("help", command)
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("usage: pushimage \(command)"))
    #expect(run.output.contains("exit status:"))
    #expect(try CommandRun.pushimage(command, "--help").output == run.output)
    #expect(run.lines.allSatisfy { $0.count <= 120 })
  }

  @Test func `help lists every command`() throws {
    let run = try CommandRun.pushimage("--help")
    for command in ["check", "prepare", "rules", "version", "help"] { #expect(run.output.contains("\n  \(command) ")) }
    #expect(try CommandRun.pushimage("help").output == run.output)
    #expect(try CommandRun.pushimage("-h").output == run.output)
  }

  @Test func `version names the libraries`() throws {
    let text = try CommandRun.pushimage("--version").output
    for library in ["libpng", "libjpeg-turbo", "giflib", "zlib", "nettle"] { #expect(text.contains(library)) }
    for library in ["libcurl", "libheif", "libtiff", "libwebp"] { #expect(text.contains(library)) }
    let json = try CommandRun.pushimage("version", "--format", "json").output
    let value = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect((value?["libraries"] as? [String: String])?["libpng"]?.hasPrefix("1.") == true)
  }

  @Test func `rules lists every finding and every platform with its limits`() throws {
    let json = try CommandRun.pushimage("rules", "--format", "json").output
    let value = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let findings = try #require(value["findings"] as? [[String: Any]])
    #expect(findings.count > 20)
    for finding in findings {
      for key in ["id", "severity", "integrity", "meaning", "remedy", "reference"] { #expect(finding[key] is String) }
    }
    let platforms = try #require(value["platforms"] as? [[String: Any]])
    #expect(platforms.compactMap { $0["id"] as? String } == ["ios", "android", "web", "huawei"])
    for platform in platforms {
      let limits = try #require(platform["limits"] as? [[String: Any]])
      #expect(!limits.isEmpty)
      for key in ["key", "unit", "evidence", "source", "finding"] { #expect(limits.allSatisfy { $0[key] is String }) }
    }
  }

  @Test func `rules shows one finding, and refuses what does not exist`() throws {
    let run = try CommandRun.pushimage("rules", "gif.truncated")
    #expect(run.output.hasPrefix("gif.truncated (error, file is damaged"))
    let unknown = try CommandRun.pushimage("rules", "gif.truncatd")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("did you mean 'gif.truncated'?"))
  }
}
