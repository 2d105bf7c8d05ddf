/// The options of `preflight` alone.
extension OptionSpec {
  static let payloadType = OptionSpec(
    "payload-type", "FORM", "whose form the payloads have, when that is not to be guessed")
  static let imageKey = OptionSpec(
    "image-key", "POINTER", "also take the text at this JSON pointer for a picture's URL (/data/picture);",
    "may be given several times")
  static let client = OptionSpec(
    "client", "LIST", "clients to try in place of each form's own, separated by commas, or 'all'")
  static let nseIdentifier = OptionSpec(
    "nse-identifier", "NAME", "what the client nse-identifier calls its file (default: image.jpg)")
  static let allowHTTP = OptionSpec("allow-http", nil, "the apps let plain http through, so fetch it and warn")
  static let sendAt = OptionSpec(
    "send-at", "TIME", "when the message is sent, as 2026-12-24T08:00Z (default: now)")
  static let ttl = OptionSpec(
    "ttl", "SECONDS", "how long it waits for devices that are off (default: four weeks, and then only noted)")
  static let noProbes = OptionSpec("no-probes", nil, "fetch each URL once, not as each kind of device")
  static let offline = OptionSpec(
    "offline", "DIR", "take answers from DIR/HOST/PATH in place of the network; FILE.headers beside FILE",
    "may hold the header lines of its answer, and a status line")
  static let pinned = OptionSpec("pinned", "REPORT", "fetch the URLs of an earlier jsonl report again and compare")
  static let prepareTo = OptionSpec(
    "prepare", "DIR", "write the pictures cured to DIR, and to DIR/payloads the payloads with their new URLs;",
    "a picture is named after its bytes; needs --public-base")
  static let publicBase = OptionSpec(
    "public-base", "URL", "where the content of DIR will be published, such as https://cdn.example/push")
  static let requests = OptionSpec(
    "jobs", short: "j", "N", "payloads looked at together (default: 16)")
}
