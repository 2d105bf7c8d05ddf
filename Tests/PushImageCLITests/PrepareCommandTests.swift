import Foundation
import Testing

@Suite struct PrepareCommandTests {
  let folder: TemporaryFolder
  let picture = Pictures.png(width: 600, height: 300)

  init() throws { folder = try TemporaryFolder() }

  private func prepare(_ arguments: String...) throws -> CommandRun {
    try CommandRun.run(["prepare"] + arguments + ["--format", "jsonl"])
  }

  @Test func `a picture gets the extension of what it is`() throws {
    let run = try prepare(try folder.file("in/hero.jpg", picture).path, "--output", folder.path("out"))
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let row = try #require(try run.rows().first)
    #expect(row["source"] as? String == folder.path("in/hero.jpg"))
    #expect(row["output"] as? String == "hero.png")
    #expect(row["action"] as? String == "renamed")
    #expect(row["steps"] as? [String] == ["rename"])
    #expect(row["platforms"] as? [String] == ["ios", "android"])
    #expect(row["byteCount"] as? Int == picture.count)
    let report = try #require(row["report"] as? [String: Any])
    #expect(report["source"] as? String == folder.path("in/hero.jpg"))
    #expect(report["verdict"] as? String == "accepted")
    #expect(folder.bytes("out/hero.png") == picture)
    #expect(folder.names("out") == ["hero.png"])
  }

  @Test func `a picture under its right name is kept`() throws {
    let run = try prepare(try folder.file("in/hero.png", picture).path, "--output", folder.path("deep/er/out"))
    let row = try #require(try run.rows().first)
    #expect(row["action"] as? String == "kept")
    #expect(row["steps"] as? [String] == [])
    #expect(folder.bytes("deep/er/out/hero.png") == picture)
  }

  @Test func `a damaged picture is refused and nothing is written`() throws {
    try folder.file("in/bad.gif", Pictures.truncatedGIF)
    try folder.file("in/page.png", Array("<!DOCTYPE html><html><body>404</body></html>".utf8))
    let run = try prepare(folder.path("in"), "--output", folder.path("out"))
    #expect(run.status == 1)
    let rows = try run.rows()
    #expect(rows.compactMap { $0["action"] as? String } == ["rejected", "rejected"])
    #expect(rows.allSatisfy { $0["output"] == nil })
    #expect(folder.names("out") == [])
  }

  @Test func `names that collide get numbers in the order of the inputs, whatever the jobs`() throws {
    for name in ["a/hero.png", "b/HERO.png", "c/hero.jpg", "d/hero-2.png"] { try folder.file("in/\(name)", picture) }
    for jobs in ["1", "5"] {
      let out = "out\(jobs)"
      let run = try prepare(folder.path("in"), "--output", folder.path(out), "--jobs", jobs)
      #expect(run.status == 0)
      #expect(
        try run.rows().compactMap { $0["output"] as? String } == [
          "hero.png", "HERO-2.png", "hero-3.png", "hero-2-2.png",
        ])
      #expect(folder.names(out) == ["HERO-2.png", "hero-2-2.png", "hero-3.png", "hero.png"])
    }
  }

  @Test func `a second run with the same inputs changes nothing`() throws {
    try folder.file("in/hero.gif", picture)
    let first = try prepare(folder.path("in"), "--output", folder.path("out"))
    let second = try prepare(folder.path("in"), "--output", folder.path("out"))
    #expect(first.output == second.output)
    #expect(second.status == 0)
    #expect(folder.names("out") == ["hero.png"])
  }

  @Test func `another file of the name is left alone, unless it may be overwritten`() throws {
    let input = try folder.file("in/hero.png", picture).path
    try folder.file("out/hero.png", [1, 2, 3])
    let refused = try prepare(input, "--output", folder.path("out"))
    #expect(refused.status == 3)
    #expect(refused.errors.contains("--overwrite"))
    #expect(folder.bytes("out/hero.png") == [1, 2, 3])
    #expect(try prepare(input, "--output", folder.path("out"), "--overwrite").status == 0)
    #expect(folder.bytes("out/hero.png") == picture)
    #expect(folder.names("out") == ["hero.png"])
  }

  @Test func `an input is never written over`() throws {
    let other = Pictures.png(width: 600, height: 301)
    try folder.file("all/hero.png", picture)
    let second = try folder.file("other/hero.png", other).path
    let run = try prepare(second, folder.path("all/hero.png"), "--output", folder.path("all"), "--overwrite")
    #expect(run.status == 3)
    #expect(run.errors.contains("is an input"))
    #expect(folder.bytes("all/hero.png") == picture)
  }

  @Test func `nothing is written through a symbolic link`() throws {
    let input = try folder.file("in/hero.png", picture).path
    try folder.file("victim", [7])
    try FileManager.default.createDirectory(atPath: folder.path("out"), withIntermediateDirectories: true)
    try folder.link("out/hero.png", to: folder.path("victim"))
    for extra in [[], ["--overwrite"]] {
      let run = try CommandRun.run(["prepare", input, "--output", folder.path("out")] + extra)
      #expect(run.status == 3)
      #expect(run.errors.contains("symbolic link"))
      #expect(folder.bytes("victim") == [7])
    }
  }

  @Test func `a dry run says the same and writes nothing`() throws {
    try folder.file("in/hero.jpg", picture)
    let dry = try prepare(folder.path("in"), "--output", folder.path("out"), "--dry-run")
    #expect(dry.status == 0)
    #expect(!FileManager.default.fileExists(atPath: folder.path("out")))
    let wet = try prepare(folder.path("in"), "--output", folder.path("out"))
    #expect(dry.output == wet.output)
  }

  @Test func `the output folder below the input folder is left out`() throws {
    try folder.file("in/hero.png", picture)
    try folder.file("in/out/old.png", picture)
    let run = try prepare(folder.path("in"), "--output", folder.path("in/out"))
    #expect(try run.rows().count == 1)
    #expect(folder.names("in/out") == ["hero.png", "old.png"])
  }

  @Test func `without a folder to write to nothing is done`() throws {
    let run = try prepare(try folder.file("hero.png", picture).path)
    #expect(run.status == 2)
    #expect(run.errors.contains("--output DIR"))
  }

  @Test func `a file where the folder should be is an error`() throws {
    let input = try folder.file("hero.png", picture).path
    let run = try prepare(input, "--output", input)
    #expect(run.status == 3)
    #expect(folder.bytes("hero.png") == picture)
  }

  // MARK: - What is made of pictures

  /// A PNG of 600 by 300 with a comment and bytes behind its end.
  private var chattyPicture: [UInt8] { picture + Array("<html>".utf8) }

  @Test func `what nobody sees is dropped, and the text says what was done`() throws {
    let input = try folder.file("in/hero.png", chattyPicture).path
    let run = try CommandRun.run(["prepare", input, "--output", folder.path("out")])
    #expect(run.status == 0)
    #expect(run.lines.first?.hasPrefix("optimized     \(input) -> hero.png  (PNG, ") == true, "\(run.output)")
    #expect(
      run.lines.first?.hasSuffix("600x300) was (PNG, \(grouped(chattyPicture.count)) bytes, 600x300) by strip") == true)
    #expect(folder.bytes("out/hero.png") == picture)
  }

  private func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.indices.map { index in
      String(digits[index]) + (index + 1 < digits.count && (digits.count - index - 1) % 3 == 0 ? "," : "")
    }.joined()
  }

  @Test func `a picture is cut, scaled and kept within bytes as asked for`() throws {
    let input = try folder.file("in/hero.png", picture).path
    let run = try prepare(
      input, "--output", folder.path("out"), "--crop", "1:1:attention", "--fit", "100x100", "--max-bytes", "1KiB")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let row = try #require(try run.rows().first)
    let report = try #require(row["report"] as? [String: Any])
    #expect(report["width"] as? Int == 100)
    #expect(report["height"] as? Int == 100)
    #expect(row["steps"] as? [String] == ["crop", "scale", "encode"])
    #expect((row["byteCount"] as? Int ?? .max) <= 1_024)
    #expect(folder.bytes("out/hero.png")?.count == row["byteCount"] as? Int)
  }

  @Test func `what cannot be made small enough fails loudly`() throws {
    let input = try folder.file("in/hero.png", picture).path
    let run = try prepare(input, "--output", folder.path("out"), "--max-bytes", "20")
    #expect(run.status == 1)
    let row = try #require(try run.rows().first)
    #expect(row["action"] as? String == "rejected")
    #expect(run.output.contains("prepare.over-budget"))
    #expect(folder.names("out") == [])
  }

  @Test func `files are named after their bytes on request`() throws {
    try folder.file("in/a.png", picture)
    try folder.file("in/b.png", picture)
    let run = try prepare(folder.path("in"), "--output", folder.path("out"), "--name", "hash")
    #expect(run.status == 0, "\(run.errors)")
    let rows = try run.rows()
    let names = rows.compactMap { $0["output"] as? String }
    #expect(names.count == 2 && Set(names).count == 1)
    let report = try #require(rows.first?["report"] as? [String: Any])
    #expect(names.first == "\((report["sha256"] as? String ?? "").prefix(32)).png")
    #expect(folder.names("out") == [names[0]])
  }

  @Test func `a name that differs in case from a file of an earlier run is not written beside it`() throws {
    try folder.file("out/HERO.png", [1])
    let run = try prepare(try folder.file("in/hero.png", picture).path, "--output", folder.path("out"))
    #expect(run.status == 3)
    #expect(run.errors.contains("HERO.png in the output folder is the same name on many disks"))
    #expect(folder.names("out") == ["HERO.png"])
  }

  @Test(arguments: [
    (["--fit", "12"], "--fit is"), (["--fit", "0x5"], "--fit is"), (["--crop", "2"], "--crop begins with a shape"),
    (["--crop", "2:1:left"], "'centre' or 'attention'"), (["--pad", "2:1:blue"], "RRGGBB"),
    (["--crop", "2:1", "--pad", "2:1"], "take one of them"), (["--max-bytes", "1GiB"], "--max-bytes"),
    (["--max-bytes", "0"], "--max-bytes"), (["--min-quality", "101"], "from 1 to 100"),
    (["--jpeg", "arithmetic"], "--jpeg is one of keep, baseline, progressive"), (["--name", "stm"], "did you mean"),
  ])
  func `a wrong option says what was found and what is allowed`(_ options: [String], _ words: String) throws {
    let input = try folder.file("hero.png", picture).path
    let run = try CommandRun.run(["prepare", input, "--output", folder.path("out")] + options)
    #expect(run.status == 2)
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(folder.names("out") == [])
  }
}
