/// A host that is an address and not a name, and whether phones on the Internet can reach it.
///
/// Only for the note about a URL; what may be connected to is the fetcher's to judge, by its own list.
enum HostAddress {
  /// Why a host cannot be reached from the Internet: `a loopback address`; nil when nothing speaks against it.
  static func obstacle(host: String, isBracketed: Bool) -> String? {
    if isBracketed { return groups(host).map(obstacle) ?? "no address" }
    if let address = ipv4(host) { return obstacle(address) }
    let labels = host.split(separator: ".")
    if labels.last == "localhost" { return "the device itself" }
    if let last = labels.last, ["local", "internal", "intranet", "lan", "home", "corp", "test"].contains(last) {
      return "a name of a local network"
    }
    return labels.count == 1 ? "a name without a domain" : nil
  }

  // MARK: IPv4

  private static let blocks: [(first: UInt32, length: UInt32, what: String)] = [
    (0x0000_0000, 8, "no address of a host"), (0x7F00_0000, 8, "a loopback address"),
    (0x0A00_0000, 8, "a private address"), (0xAC10_0000, 12, "a private address"),
    (0xC0A8_0000, 16, "a private address"), (0x6440_0000, 10, "a carrier's inner address"),
    (0xA9FE_0000, 16, "a link-local address"), (0xC000_0000, 24, "a reserved address"),
    (0xC000_0200, 24, "an address for documentation"), (0xC633_6400, 24, "an address for documentation"),
    (0xCB00_7100, 24, "an address for documentation"), (0xC612_0000, 15, "an address for benchmarks"),
    (0xE000_0000, 4, "a multicast address"), (0xF000_0000, 4, "a reserved address"),
  ]

  private static func obstacle(_ address: UInt32) -> String? {
    blocks.first { (address ^ $0.first) >> (32 - $0.length) == 0 }?.what
  }

  /// All that `inet_aton` takes: one to four numbers, decimal, octal or hexadecimal, the last filling what is left.
  static func ipv4(_ host: String) -> UInt32? {
    let trimmed = host.hasSuffix(".") ? host.dropLast() : host[...]
    let parts = trimmed.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...4).contains(parts.count) else { return nil }
    let numbers = parts.compactMap(number)
    guard numbers.count == parts.count, let last = numbers.last, numbers.dropLast().allSatisfy({ $0 <= 255 }),
      last < 1 << UInt64(8 * (5 - parts.count))
    else { return nil }
    let high = numbers.dropLast().enumerated().reduce(UInt64(0)) { $0 | $1.element << UInt64(24 - 8 * $1.offset) }
    return UInt32(truncatingIfNeeded: high | last)
  }

  private static func number(_ text: Substring) -> UInt64? {
    guard let first = text.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return nil }
    if text.hasPrefix("0x") { return text.utf8.count > 2 ? UInt64(text.dropFirst(2), radix: 16) : 0 }
    return text.utf8.count > 1 && first == UInt8(ascii: "0") ? UInt64(text, radix: 8) : UInt64(text)
  }

  // MARK: IPv6

  private static func obstacle(_ groups: [UInt16]) -> String? {
    let low = UInt32(groups[6]) << 16 | UInt32(groups[7])
    if groups[..<5].allSatisfy({ $0 == 0 }), groups[5] == 0xFFFF || (groups[5] == 0 && low > 0xFFFF) {
      return obstacle(low)
    }
    if groups[0] == 0x64, groups[1] == 0xFF9B { return obstacle(low) }
    if groups[0] == 0x2002 { return obstacle(UInt32(groups[1]) << 16 | UInt32(groups[2])) }
    if groups[0] == 0x2001, groups[1] == 0xDB8 { return "an address for documentation" }
    if groups[0] == 0x2001, groups[1] < 0x200 { return "a reserved address" }
    if groups[0] & 0xE000 == 0x2000 { return nil }
    return groups[..<7].allSatisfy { $0 == 0 } && groups[7] == 1 ? "a loopback address" : "no public address"
  }

  /// The eight groups of an address; nil when it is none. A zone (`%eth0`) makes it none.
  static func groups(_ text: String) -> [UInt16]? {
    var text = text
    if let colon = text.lastIndex(of: ":"), text[colon...].contains(".") {
      let tail = String(text[text.index(after: colon)...])
      guard tail.split(separator: ".", omittingEmptySubsequences: false).count == 4, let address = ipv4(tail) else {
        return nil
      }
      text = "\(text[...colon])\(String(address >> 16, radix: 16)):\(String(address & 0xFFFF, radix: 16))"
    }
    guard let gap = text.firstRange(of: "::") else {
      let all = list(text[...])
      return all?.count == 8 ? all : nil
    }
    guard let head = list(text[..<gap.lowerBound]), let tail = list(text[gap.upperBound...]),
      head.count + tail.count < 8
    else { return nil }
    return head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail
  }

  private static func list(_ text: Substring) -> [UInt16]? {
    if text.isEmpty { return [] }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let groups = parts.compactMap { part in
      (1...4).contains(part.utf8.count) && part.utf8.first != UInt8(ascii: "+") ? UInt16(part, radix: 16) : nil
    }
    return groups.count == parts.count && groups.count <= 8 ? groups : nil
  }
}
