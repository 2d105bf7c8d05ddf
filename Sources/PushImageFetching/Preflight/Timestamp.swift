/// Points in time without a calendar library: seconds since 1970 in UTC, and ISO 8601 texts.
public enum Timestamp {
  /// Reads `2026-11-21T14:00:00Z`, without seconds or with a fraction, with an offset, as a date alone, and the basic
  /// form `20261121T140000Z`; nil for anything else. A time without zone is UTC.
  public static func seconds(iso8601 text: String) -> Int? {
    var scanner = Scanner(text)
    guard let date = scanner.date() else { return nil }
    if scanner.isAtEnd { return date }
    guard scanner.take("T") || scanner.take("t") || scanner.take(" "), let time = scanner.time(),
      let offset = scanner.zone(), scanner.isAtEnd
    else { return nil }
    return date + time - offset
  }

  /// `2026-11-21T14:00:00Z`.
  public static func iso8601(_ seconds: Int) -> String {
    let (year, month, day) = civil(fromDays: floorDivide(seconds, 86_400))
    let ofDay = seconds - floorDivide(seconds, 86_400) * 86_400
    let time = [ofDay / 3_600, ofDay / 60 % 60, ofDay % 60].map { padded($0, 2) }.joined(separator: ":")
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(time)Z"
  }

  /// Walks a text once; every part has a fixed number of digits.
  private struct Scanner {
    let bytes: [UInt8]
    var offset = 0
    /// Whether the date had dashes: then the time has colons.
    var isExtended = false

    init(_ text: String) { bytes = Array(text.utf8.prefix(40)) }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
      offset += 1
      return true
    }

    mutating func digits(_ count: Int, in range: ClosedRange<Int>) -> Int? {
      guard bytes.count - offset >= count else { return nil }
      var value = 0
      for byte in bytes[offset..<offset + count] {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
      }
      offset += count
      return range.contains(value) ? value : nil
    }

    mutating func date() -> Int? {
      guard let year = digits(4, in: 1970...9999) else { return nil }
      isExtended = take("-")
      guard let month = digits(2, in: 1...12), !isExtended || take("-"), let day = digits(2, in: 1...31) else {
        return nil
      }
      return Timestamp.days(fromCivil: year, month, day) * 86_400
    }

    mutating func time() -> Int? {
      guard let hour = digits(2, in: 0...23), !isExtended || take(":"), let minute = digits(2, in: 0...59) else {
        return nil
      }
      var seconds = hour * 3_600 + minute * 60
      if isExtended ? take(":") : offset < bytes.count && bytes[offset] != UInt8(ascii: "Z") {
        guard let second = digits(2, in: 0...60) else { return nil }
        seconds += second
        if take(".") { while offset < bytes.count, bytes[offset] >= 0x30, bytes[offset] <= 0x39 { offset += 1 } }
      }
      return seconds
    }

    mutating func zone() -> Int? {
      if isAtEnd || take("Z") || take("z") { return 0 }
      let sign = take("+") ? 1 : take("-") ? -1 : 0
      guard sign != 0, let hours = digits(2, in: 0...14) else { return nil }
      _ = take(":")
      guard let minutes = digits(2, in: 0...59) else { return nil }
      return sign * (hours * 3_600 + minutes * 60)
    }
  }

  /// Days since 1970-01-01 in the Gregorian calendar; years are counted from March, so that leap days come last.
  private static func days(fromCivil year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = floorDivide(shifted, 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  private static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
    value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
  }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
