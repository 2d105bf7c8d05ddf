import Foundation
import Testing

@Suite struct CheckCommandTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // MARK: - Exit status

  @Test func `a whole picture exits with 0`() throws {
    let run = try CommandRun.pushimage("check", try folder.file("hero.png", Pictures.png(width: 600, height: 300)).path)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.errors == "")
  }

  @Test func `a damaged picture exits with 1`() throws {
    let run = try CommandRun.pushimage("check", try folder.file("hero.gif", Pictures.truncatedGIF).path)
    #expect(run.status == 1, "\(run.output)\(run.errors)")
  }

  @Test func `a picture at risk exits with 0, and with 1 when strict`() throws {
    let path = try folder.file("hero.gif", Pictures.gifWithoutTrailer).path
    #expect(try CommandRun.pushimage("check", path).status == 0)
    #expect(try CommandRun.pushimage("check", path, "--strict").status == 1)
  }

  @Test(arguments: ["native", "reference", "both"])
  func `every engine gives the same verdict`(_ engine: String) throws {
    let whole = try folder.file("hero.png", Pictures.png(width: 600, height: 300)).path
    let damaged = try folder.file("hero.gif", Pictures.truncatedGIF).path
    #expect(try CommandRun.pushimage("check", whole, "--engine", engine).status == 0)
    #expect(try CommandRun.pushimage("check", damaged, "--engine", engine).status == 1)
  }

  @Test func `a quick check reads headers only and exits with 0, and with 1 when strict`() throws {
    // A cut behind the header is not seen: that is what the note says.
    let bytes = Pictures.png(width: 600, height: 300)
    let path = try folder.file("hero.png", Array(bytes.dropLast(20))).path
    let run = try CommandRun.pushimage("check", "--quick", path, "--format", "jsonl")
    let row = try #require(try run.rows().first)
    #expect(run.status == 0)
    #expect(row["integrity"] as? String == "undetermined")
    #expect(row["verdict"] as? String == "atRisk")
    #expect(row["sha256"] == nil)
    #expect(run.output.contains("check.not-verified"))
    #expect(try CommandRun.pushimage("check", "--quick", "--strict", path).status == 1)
    #expect(try CommandRun.pushimage("check", "--quick", folder.path("nothing.png")).status == 3)
  }

  @Test func `an output inside the folder is no picture of it, and can be written again`() throws {
    _ = try folder.file("a.gif", Pictures.gif)
    for _ in 0..<2 {
      let run = try CommandRun.pushimage("check", folder.path, "--output", folder.path("r.jsonl"), "--format", "jsonl")
      #expect(run.status == 0)
      let rows = try String(contentsOf: folder.url.appending(path: "r.jsonl"), encoding: .utf8).split(separator: "\n")
      #expect(rows.count == 1)
    }
  }

  @Test func `an output over a list or a policy is a wrong command line`() throws {
    let list = try folder.file("list.txt", Array("nothing.png\n".utf8)).path
    let policy = try folder.file("policy.json", Array("{}".utf8)).path
    #expect(try CommandRun.pushimage("check", "--files-from", list, "--output", list).status == 2)
    #expect(try CommandRun.pushimage("check", "x.png", "--policy", policy, "--output", policy).status == 2)
    #expect(try String(contentsOfFile: list, encoding: .utf8) == "nothing.png\n")
    #expect(try String(contentsOfFile: policy, encoding: .utf8) == "{}")
  }

  @Test func `an unreadable input exits with 3, even beside a rejected one`() throws {
    let damaged = try folder.file("hero.gif", Pictures.truncatedGIF).path
    let run = try CommandRun.pushimage("check", folder.path("nothing.png"), damaged)
    #expect(run.status == 3)
    #expect(run.errors.contains("nothing.png: cannot be opened: No such file or directory"))
    #expect(run.output.contains("hero.gif"))
  }

  @Test(arguments: [
    ["check"], ["check", "--frmat", "text", "a"], ["check", "a", "--format", "xml"], ["check", "a", "--jobs", "0"],
    ["check", "a", "--engine", "fast"], ["check", "a", "--platform", "windows"], ["check", "a", "--jobs"],
    ["check", "a", "--strict=yes"],
    ["check", "a", "-0"], ["check", "a", "--policy", "/nowhere"], ["check", "-", "--files-from", "-"],
    ["chek", "a"], [], ["--nothing"],
  ])
  func `a wrong command line exits with 2 and says what is wrong`(_ arguments: [String]) throws {
    let run = try CommandRun.run(arguments)
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("pushimage: "))
    #expect(run.errors.contains("pushimage help"))
  }

  @Test func `a mistyped option or platform gets the nearest one suggested`() throws {
    #expect(try CommandRun.pushimage("check", "--fromat", "x").errors.contains("did you mean '--format'?"))
    let platform = try CommandRun.pushimage("check", "a", "--platform", "andriod")
    #expect(platform.errors.contains("did you mean 'android'?"))
    #expect(platform.errors.contains("huawei"))
  }

  // MARK: - Inputs

  @Test func `a folder is walked in byte order of the paths`() throws {
    for name in ["b/1.gif", "a.gif", "a/z.gif", "a/b/c", "B.gif", "a-.gif", ".hidden"] {
      try folder.file(name, Pictures.gif)
    }
    let run = try CommandRun.pushimage("check", folder.path + "/", "--format", "jsonl", "--jobs", "3")
    let sources = try run.rows().compactMap { $0["source"] as? String }
    let expected = [".hidden", "B.gif", "a-.gif", "a.gif", "a/b/c", "a/z.gif", "b/1.gif"]
    #expect(sources == expected.map { folder.path($0) })
  }

  @Test func `the folder is named in the source as it was given`() throws {
    try folder.file("pictures/a.gif", Pictures.gif)
    for given in [".", "./", "pictures", "pictures/"] {
      let run = try CommandRun.pushimage("check", given, "--format", "jsonl", folder: folder.url)
      let joined = given.hasSuffix("/") ? given : given + "/"
      let rest = given.hasPrefix(".") ? "pictures/a.gif" : "a.gif"
      #expect(try run.rows().first?["source"] as? String == joined + rest)
    }
  }

  @Test func `links that lead out of the folder, to folders or in circles are not followed`() throws {
    let outside = try TemporaryFolder()
    try outside.file("secret.gif", Pictures.gif)
    try folder.file("root/real.gif", Pictures.gif)
    try folder.link("root/inside.png", to: "real.gif")
    try folder.link("root/out.gif", to: outside.path("secret.gif"))
    try folder.link("root/loop", to: ".")
    try folder.link("root/circle", to: "circle")
    let run = try CommandRun.pushimage("check", folder.path("root"), "--format", "jsonl")
    let sources = try run.rows().filter { $0["error"] == nil }.compactMap { $0["source"] as? String }
    #expect(sources == [folder.path("root/inside.png"), folder.path("root/real.gif")])
    #expect(run.errors.contains("out.gif: is a symbolic link that leads out of the folder, skipped"))
    #expect(run.errors.contains("loop: is a symbolic link to a folder"))
    #expect(run.errors.contains("circle: is a symbolic link that cannot be followed"))
    #expect(run.status == 3)
  }

  @Test func `a link that is named outright is followed`() throws {
    try folder.file("real.gif", Pictures.gif)
    try folder.link("link.gif", to: "real.gif")
    let run = try CommandRun.pushimage("check", folder.path("link.gif"), "--format", "jsonl")
    #expect(try run.rows().first?["source"] as? String == folder.path("link.gif"))
    #expect(run.errors == "")
  }

  @Test func `pipes and devices are reported and not waited for`() throws {
    try folder.file("a.gif", Pictures.gif)
    #expect(mkfifo(folder.path("pipe.png"), 0o600) == 0)
    let named = try CommandRun.pushimage("check", folder.path("pipe.png"), "/dev/zero", timeLimit: 5)
    #expect(named.status == 3)
    #expect(named.errors.contains("pipe.png: is a named pipe, not a file"))
    #expect(named.errors.contains("/dev/zero: is a device, not a file"))
    let walked = try CommandRun.pushimage("check", folder.path, timeLimit: 5)
    #expect(walked.status == 3)
    #expect(walked.errors.contains("pipe.png: is a named pipe, not a file"))
    #expect(walked.output.contains("a.gif"))
  }

  @Test func `an input that cannot be read leaves a record and a diagnostic`() throws {
    let run = try CommandRun.pushimage("check", folder.path("gone.png"), "--format", "jsonl")
    let error = try #require(try run.rows().first?["error"] as? [String: Any])
    #expect(error["code"] as? String == "unreadable")
    #expect(error["message"] as? String == "cannot be opened: No such file or directory")
    #expect(run.errors.contains("gone.png"))
  }

  @Test func `standard input is a picture`() throws {
    let run = try CommandRun.pushimage("check", "-", "--format", "json", input: Data(Pictures.gif))
    let report = try #require(try run.rows().first)
    #expect(report["source"] as? String == "-")
    #expect(report["format"] as? String == "gif")
    #expect(report["byteCount"] as? Int == Pictures.gif.count)
  }

  @Test func `what is no picture is told from standard input as from a file, and not kept in memory`() throws {
    let page = Array("<!DOCTYPE html>".utf8) + [UInt8](repeating: 0x20, count: 300_000)
    let path = try folder.file("page", page).path
    let piped = try CommandRun.pushimage("check", "-", "--format", "json", input: Data(page))
    let named = try CommandRun.pushimage("check", path, "--format", "json")
    let (fromPipe, fromFile) = (try #require(try piped.rows().first), try #require(try named.rows().first))
    for key in ["sha256", "format", "integrity"] { #expect(fromPipe[key] as? String == fromFile[key] as? String) }
    #expect(fromPipe["byteCount"] as? Int == page.count)
    #expect((fromPipe["findings"] as? [[String: Any]])?.compactMap { $0["id"] as? String } == ["file.not-an-image"])
    // 200 MB through a process that may not have as many.
    let line =
      "(echo '<!DOCTYPE html>'; head -c 200000000 /dev/zero) | (ulimit -v 150000; exec \(CommandRun.binary.path)"
    let large = try CommandRun.shell("\(line) check - --format json)")
    #expect(try large.rows().first?["byteCount"] as? Int == 200_000_016, "\(large.errors)")
  }

  @Test func `a policy may come from a pipe, of a size that policies have`() throws {
    let path = try folder.file("a.gif", Pictures.gif).path
    let line = "\(CommandRun.binary.path) check \(path) --format json --policy"
    let run = try CommandRun.shell("\(line) <(echo '{\"limits\":{\"maxPixelCount\":null,\"maxByteCount\":10}}')")
    let findings = try #require(try run.rows().first?["findings"] as? [[String: Any]])
    #expect(findings.contains { $0["id"] as? String == "limit.file-too-large" })
    let endless = try CommandRun.shell("\(line) /dev/zero")
    #expect(endless.status == 2)
    #expect(endless.errors.contains("too large for a policy"))
    #expect(try CommandRun.shell("\(line) \(folder.path)").status == 2)
  }

  @Test func `a list of paths is read, with line feeds or NUL`() throws {
    try folder.file("a\nb.gif", Pictures.gif)
    try folder.file("c.gif", Pictures.gif)
    let nul = Data("\(folder.path("a\nb.gif"))\0\(folder.path("c.gif"))\0".utf8)
    let run = try CommandRun.pushimage("check", "--files-from", "-", "-0", "--format", "jsonl", input: nul)
    #expect(try run.rows().compactMap { $0["source"] as? String } == [folder.path("a\nb.gif"), folder.path("c.gif")])
    let list = try folder.file("list", Array("\(folder.path("c.gif"))\n\n\(folder.path("c.gif"))".utf8))
    let lines = try CommandRun.pushimage("check", "--files-from", list.path, "--format", "jsonl")
    #expect(try lines.rows().count == 2)
  }

  @Test func `a list with NUL bytes read as lines is refused with the cure`() throws {
    let run = try CommandRun.pushimage("check", "--files-from", "-", input: Data("a.gif\0b.gif\0".utf8))
    #expect(run.status == 3)
    #expect(run.errors.contains("add --null"))
  }

  @Test func `a name that is not UTF-8 is read`() throws {
    let name = Array(folder.path.utf8) + Array("/a".utf8) + [0xFF] + Array(".gif".utf8)
    let file = (name + [0]).withUnsafeBufferPointer {
      open($0.baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }!, O_CREAT | O_WRONLY, 0o600)
    }
    try #require(file >= 0)
    #expect(write(file, Pictures.gif, Pictures.gif.count) == Pictures.gif.count)
    close(file)
    let listed = try CommandRun.pushimage("check", "--files-from", "-", "-0", "--format", "jsonl", input: Data(name))
    let walked = try CommandRun.pushimage("check", folder.path, "--format", "jsonl")
    for run in [listed, walked] {
      let report = try #require(try run.rows().first)
      #expect(report["format"] as? String == "gif")
      #expect((report["source"] as? String)?.hasSuffix("a\u{FFFD}.gif") == true)
    }
  }

  @Test func `a URL is answered, not taken for a file`() throws {
    let run = try CommandRun.pushimage("check", "https://127.0.0.1/a.png", "--format", "jsonl")
    #expect(run.status != 0)
    let findings = try #require(try run.rows().first?["findings"] as? [[String: Any]])
    #expect((findings.first?["id"] as? String)?.hasPrefix("fetch.") == true)
  }

  @Test func `a file that holds more than it says is reported as changed`() throws {
    let run = try CommandRun.pushimage("check", "/proc/self/status")
    #expect(run.status == 3)
    #expect(run.errors.contains("changed while it was read"))
  }

  @Test func `an endless standard input has an end for us`() throws {
    let process = Process()
    process.executableURL = CommandRun.binary
    process.arguments = ["check", "-"]
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/dev/zero"))
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus != 0)
  }

  @Test func `a full disk is an error, a reader that has gone is none of ours`() throws {
    let path = try folder.file("a.gif", Pictures.gif).path
    let full = try CommandRun.shell("\(CommandRun.binary.path) check \(path) > /dev/full")
    #expect(full.status == 3)
    #expect(full.errors.contains("No space left on device"))
    let gone = try CommandRun.shell("\(CommandRun.binary.path) check \(path) \(path) | true; exit ${PIPESTATUS[0]}")
    #expect([0, 141].contains(gone.status))
    #expect(!gone.errors.contains("cannot"))
  }

  @Test func `closed standard descriptors are not given to a picture`() throws {
    let path = try folder.file("a.gif", Pictures.gif).path
    let run = try CommandRun.shell("\(CommandRun.binary.path) check \(path) /nowhere >&- 2>&-")
    #expect(run.status == 3)
    #expect(folder.bytes("a.gif") == Pictures.gif)
  }

  @Test func `results that nobody can get are no success`() throws {
    let path = try folder.file("a.gif", Pictures.gif).path
    let closed = try CommandRun.shell("\(CommandRun.binary.path) check \(path) >&-")
    #expect(closed.status == 3)
    #expect(closed.errors.contains("standard output cannot be written"))
    let elsewhere = folder.path("out")
    #expect(try CommandRun.shell("\(CommandRun.binary.path) check \(path) --output \(elsewhere) >&-").status == 0)
  }

  @Test func `globs choose among the files of a folder`() throws {
    for name in ["a.gif", "b.png", "skip/c.gif", "d/e.gif"] { try folder.file(name, Pictures.gif) }
    let run = try CommandRun.pushimage(
      "check", folder.path, "--include", "*.gif", "--exclude", "skip", "--format", "jsonl")
    #expect(try run.rows().compactMap { $0["source"] as? String } == [folder.path("a.gif"), folder.path("d/e.gif")])
  }

  // MARK: - Output

  @Test func `results keep the order of the inputs whatever the number of jobs`() throws {
    for index in 0..<60 {
      try folder.file("\(100 + index).png", Pictures.png(width: 1 + index % 7 * 40, height: 1 + index % 3 * 90))
    }
    let one = try CommandRun.pushimage("check", folder.path, "--format", "jsonl", "--jobs", "1")
    let many = try CommandRun.pushimage("check", folder.path, "--format", "jsonl", "--jobs", "7")
    #expect(one.lines.count == 60)
    #expect(one.output == many.output)
  }

  @Test func `json is one object for one picture and an array for a folder`() throws {
    let path = try folder.file("a.gif", Pictures.gif).path
    let one = try CommandRun.pushimage("check", path, "--format", "json").output
    #expect(try JSONSerialization.jsonObject(with: Data(one.utf8)) is [String: Any])
    let many = try CommandRun.pushimage("check", folder.path, "--format", "json").output
    #expect((try JSONSerialization.jsonObject(with: Data(many.utf8)) as? [Any])?.count == 1)
    let none = try CommandRun.pushimage("check", folder.path, "--include", "x", "--format", "json").output
    #expect((try JSONSerialization.jsonObject(with: Data(none.utf8)) as? [Any])?.count == 0)
  }

  @Test func `a file of results appears whole and leaves nothing beside it`() throws {
    let path = try folder.file("in/a.gif", Pictures.gif).path
    let run = try CommandRun.pushimage("check", path, "--format", "jsonl", "--output", folder.path("out.jsonl"))
    #expect(run.output == "")
    let plain = try CommandRun.pushimage("check", path, "--format", "jsonl")
    #expect(folder.bytes("out.jsonl") == Array(plain.output.utf8))
    #expect(folder.names() == ["in", "out.jsonl"])
  }

  @Test func `results are never written over an input`() throws {
    let path = try folder.file("a.gif", Pictures.gif).path
    let run = try CommandRun.pushimage("check", path, "--output", path)
    #expect(run.status == 2)
    #expect(folder.bytes("a.gif") == Pictures.gif)
    #expect(folder.names() == ["a.gif"])
  }

  @Test func `a name cannot steer the terminal`() throws {
    try folder.file("\u{1B}[31mred\u{202E}gnp.gif", Pictures.gif)
    let run = try CommandRun.pushimage("check", folder.path)
    #expect(!run.output.unicodeScalars.contains("\u{1B}"))
    #expect(run.output.contains("\\u{1B}[31mred\\u{202E}gnp.gif"))
  }

  @Test func `colour only where it is asked for`() throws {
    let path = try folder.file("a.gif", Pictures.gif).path
    #expect(!(try CommandRun.pushimage("check", path).output.contains("\u{1B}")))
    #expect(try CommandRun.pushimage("check", path, "--color", "always").output.contains("\u{1B}"))
    #expect(try CommandRun.pushimage("check", path, environment: ["CLICOLOR_FORCE": "1"]).output.contains("\u{1B}"))
    let both = ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"]
    #expect(!(try CommandRun.pushimage("check", path, environment: both).output.contains("\u{1B}")))
  }

  @Test func `quiet leaves out what is accepted, and the summary`() throws {
    try folder.file("good.png", Pictures.png(width: 600, height: 300))
    try folder.file("bad.gif", Pictures.truncatedGIF)
    let run = try CommandRun.pushimage("check", folder.path, "--quiet")
    #expect(!run.output.contains("good.png"))
    #expect(run.output.contains("bad.gif"))
    #expect(run.errors == "")
    let loud = try CommandRun.pushimage("check", folder.path)
    #expect(loud.errors == "2 files: 1 accepted, 1 rejected\n")
  }

  @Test(arguments: ["1", "3"])
  func `an interrupted run shows what was done and exits with 130`(_ jobs: String) throws {
    let process = Process()
    let input = Pipe()
    let output = Pipe()
    process.executableURL = CommandRun.binary
    process.arguments = [
      "check", try folder.file("a.gif", Pictures.gif).path, "-", "--format", "jsonl", "--jobs", jobs,
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // The first line comes while the second picture is still awaited: results stream.
    let line = output.fileHandleForReading.availableData
    #expect(String(decoding: line, as: UTF8.self).hasSuffix("\n"))
    kill(process.processIdentifier, SIGINT)
    let deadline = Date().addingTimeInterval(10)
    while process.isRunning, Date() < deadline { usleep(2000) }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
  }
}
