/// Rows of a comma-separated file (RFC 4180: quotes, doubled quotes, line breaks inside quotes), by column name.
struct CSVTable: Sendable {
  let rows: [[String: String]]

  init(_ text: String) {
    var lines = Self.records(text)
    let header = lines.isEmpty ? [] : lines.removeFirst()
    rows = lines.map { Dictionary(zip(header, $0)) { first, _ in first } }
  }

  private static func records(_ text: String) -> [[String]] {
    var records: [[String]] = []
    var record: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    var previous: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""):
        // A second quote in a row is a quote of the field itself.
        if !isQuoted, previous == byte { field.append(byte) }
        isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted:
        record.append(String(decoding: field, as: UTF8.self))
        field = []
      case UInt8(ascii: "\n") where !isQuoted:
        record.append(String(decoding: field, as: UTF8.self))
        records.append(record)
        record = []
        field = []
      case UInt8(ascii: "\r") where !isQuoted: break
      default: field.append(byte)
      }
      previous = byte
    }
    return records
  }
}
