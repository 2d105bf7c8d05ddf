/// The options, each declared once; commands list those that they take.
extension OptionSpec {
  static let help = OptionSpec("help", short: "h", nil, "show the help of this command")

  // MARK: - What to judge by

  static let platform = OptionSpec(
    "platform", short: "p", "LIST", "platforms to judge for, separated by commas, or 'all';",
    "'pushimage rules' lists them (default: ios,android)")
  static let declaredType = OptionSpec(
    "declared-type", "TYPE", "the Content-Type that the server sends with the pictures;",
    "'' for a response without one (default: none is assumed)")
  static let policy = OptionSpec("policy", "FILE", "JSON file with limits of your own that replace the platforms'")
  static let engine = OptionSpec(
    "engine", "NAME", "who reads the pixels: native (fast), reference (the formats' own libraries) or both,",
    "which reports where the two disagree (default: native)")
  static let quick = OptionSpec(
    "quick", nil, "read headers only: format, size, limits, name and type; no picture is verified,",
    "so none is accepted: 'at risk' is the best verdict")
  static let strict = OptionSpec("strict", nil, "count 'at risk' as rejected in the exit status")

  // MARK: - What to make of pictures

  static let fit = OptionSpec(
    "fit", "SIZE", "scale down to WIDTHxHEIGHT, or to what the platforms take and advise: 'platform';",
    "never enlarges (default: only what is over a limit)")
  static let crop = OptionSpec(
    "crop", "W:H[:PART]", "cut to this shape; PART is 'centre' or 'attention', where edges, strong colors",
    "and skin are (default: centre)")
  static let pad = OptionSpec(
    "pad", "W:H[:COLOR]", "put bars beside the picture up to this shape; COLOR is RRGGBB or 'clear'",
    "(default: ffffff)")
  static let maxBytes = OptionSpec(
    "max-bytes", "N", "bytes of an output at most, besides the platforms' limits: 200000, 200k or 1MiB")
  static let minQuality = OptionSpec(
    "min-quality", "N", "never go below this JPEG quality, 1 to 100, for the sake of bytes (default: 40)")
  static let minSide = OptionSpec(
    "min-side", "N", "never scale the shorter side below so many pixels for the sake of bytes (default: 64)")
  static let minFrames = OptionSpec(
    "min-frames", "N", "never keep fewer frames of an animation (default: 2)")
  static let keepFormat = OptionSpec(
    "keep-format", nil, "a PNG stays a PNG, a JPEG a JPEG and a GIF a GIF, or is rejected")
  static let jpegScans = OptionSpec(
    "jpeg", "SCANS", "baseline, progressive, or keep, which leaves them as they are (default: keep)")
  static let repair = OptionSpec(
    "repair", nil, "save what is whole of damaged pictures; a warning says exactly what was lost")
  static let naming = OptionSpec(
    "name", "HOW", "stem, after the input, or hash, after the bytes (default: stem)")

  // MARK: - Which inputs

  static let filesFrom = OptionSpec(
    "files-from", "FILE", "also take inputs from FILE, one on each line; '-' is standard input")
  static let null = OptionSpec("null", short: "0", nil, "paths of --files-from end in NUL instead of a line feed")
  static let include = OptionSpec(
    "include", "GLOB", "in folders, take only files that match; may be given several times;",
    "a GLOB with a slash is held against the path below the folder")
  static let exclude = OptionSpec(
    "exclude", "GLOB", "in folders, leave out files and folders that match; may be given several times")
  static let jobs = OptionSpec("jobs", short: "j", "N", "pictures checked at the same time (default: one per core)")

  // MARK: - How URLs are fetched

  static let caFile = OptionSpec(
    "ca-file", "FILE", "PEM certificates to trust instead of the system's when URLs are fetched")
  static let allowAddress = OptionSpec(
    "allow-address", "CIDR", "let URLs lead to these addresses although they are not public;",
    "may be given several times")
  static let timeout = OptionSpec(
    "timeout", "SECONDS", "for one URL with all its redirects, at most 30 (default: 5)")
  static let resolve = OptionSpec(
    "resolve", "HOST:PORT:ADDR", "take ADDR for HOST at PORT without asking the DNS, as curl does;",
    "may be given several times")

  // MARK: - What is written

  static let format = OptionSpec(
    "format", short: "f", "FORMAT", "text, json (one document) or jsonl (one line per picture) (default: text)")
  static let listFormat = OptionSpec("format", short: "f", "FORMAT", "text or json (default: text)")
  static let output = OptionSpec(
    "output", short: "o", "FILE", "write the results to FILE, which appears only when they are complete")
  static let outputFolder = OptionSpec(
    "output", short: "o", "DIR", "folder to write to; made when it is missing; required")
  static let segments = OptionSpec("segments", nil, "also name every run of bytes of each picture")
  static let dryRun = OptionSpec("dry-run", short: "n", nil, "write nothing, only say what would be written")
  static let overwrite = OptionSpec(
    "overwrite", nil, "replace other files that already have an output's name (never an input)")
  static let quiet = OptionSpec("quiet", short: "q", nil, "text: only what is not accepted; no summary, no progress")
  static let color = OptionSpec("color", "WHEN", "auto, always or never (default: auto)")
  static let noColor = OptionSpec("no-color", nil, "the same as --color never")
}
