import PushImageFetching
import Testing

@Suite struct AddressPolicyTests {
  /// First and last address of each block that is refused, and the word that names it.
  static let refused: [(String, String)] = [
    ("0.0.0.0", "this network"), ("0.255.255.255", "this network"), ("10.0.0.0", "private"),
    ("10.255.255.255", "private"), ("100.64.0.0", "carrier-grade"), ("100.127.255.255", "carrier-grade"),
    ("127.0.0.0", "loopback"), ("127.255.255.255", "loopback"), ("169.254.0.0", "link-local"),
    ("169.254.169.254", "link-local"), ("169.254.255.255", "link-local"), ("172.16.0.0", "private"),
    ("172.31.255.255", "private"), ("192.0.0.0", "protocol"), ("192.0.0.255", "protocol"),
    ("192.0.2.0", "documentation"), ("192.0.2.255", "documentation"), ("192.88.99.0", "6to4"),
    ("192.88.99.255", "6to4"), ("192.168.0.0", "private"), ("192.168.255.255", "private"),
    ("198.18.0.0", "benchmarking"), ("198.19.255.255", "benchmarking"), ("198.51.100.0", "documentation"),
    ("198.51.100.255", "documentation"), ("203.0.113.0", "documentation"), ("203.0.113.255", "documentation"),
    ("224.0.0.0", "multicast"), ("239.255.255.255", "multicast"), ("240.0.0.0", "reserved"),
    ("255.255.255.254", "reserved"), ("255.255.255.255", "broadcast"),
    ("::", "unspecified"), ("::1", "loopback"), ("::2", "IPv4-compatible"), ("::127.0.0.1", "IPv4-compatible"),
    ("::8.8.8.8", "IPv4-compatible"), ("::ffff:127.0.0.1", "loopback"), ("::ffff:10.1.2.3", "private"),
    ("::ffff:169.254.169.254", "link-local"), ("::ffff:0:8.8.8.8", "not global"),
    ("64:ff9b::127.0.0.1", "translation"), ("64:ff9b::8.8.8.8", "translation"), ("64:ff9b:1::1", "translation"),
    ("100::1", "discard"), ("1fff:ffff::1", "not global"), ("4000::", "not global"), ("5f00::1", "not global"),
    ("2001::1", "Teredo"), ("2001:0:4136:e378:8000:63bf:3fff:fdd2", "Teredo"), ("2001:2::1", "protocol"),
    ("2001:1ff:ffff::1", "protocol"), ("2001:db8::", "documentation"),
    ("2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "documentation"), ("3fff::1", "documentation"),
    ("3fff:fff:ffff::1", "documentation"), ("2002:7f00:1::1", "6to4"), ("2002:a00:1::", "6to4"),
    ("2002:a9fe:a9fe::1", "6to4"), ("2002:c0a8:101::1", "6to4"), ("2600::5efe:127.0.0.1", "ISATAP"),
    ("2600::200:5efe:10.0.0.1", "ISATAP"), ("fe80::5efe:8.8.8.8", "link-local"), ("fc00::1", "unique local"),
    ("fd00:ec2::254", "unique local"), ("fdff::1", "unique local"), ("fe80::1", "link-local"),
    ("febf::1", "link-local"), ("fec0::1", "site-local"), ("ff02::1", "multicast"), ("ffff::1", "multicast"),
    ("localhost", "not an address"), ("", "not an address"), ("127.1", "not an address"),
    ("0x7f.0.0.1", "not an address"), ("[::1]", "not an address"), ("fe80::1%eth0", "not an address"),
    ("8.8.8.8\0", "not an address"),
  ]

  @Test(arguments: refused)
  func refusesWhatIsNotPublicAndSaysWhy(address: String, word: String) throws {
    let reason = try #require(AddressPolicy.publicOnly.refusal(of: address))
    #expect(reason.contains(word))
  }

  /// Neighbours of the refused blocks and addresses of the open Internet.
  static let passed = [
    "1.0.0.0", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
    "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.1.0",
    "192.0.3.0", "192.88.98.255", "192.88.100.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0",
    "198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0", "223.255.255.255", "::ffff:8.8.8.8",
    "2000::1", "2001:200::1", "2001:4860:4860::8888", "2001:db7:ffff::1", "2001:db9::1", "2002:808:808::1",
    "2600::5efe:8.8.8.8", "2606:4700::6810:84e5", "2a00:1450::1", "3ffe:ffff::1", "3fff:1000::1",
  ]

  @Test(arguments: passed)
  func letsPublicAddressesThrough(address: String) {
    #expect(AddressPolicy.publicOnly.refusal(of: address) == nil)
  }

  @Test func anAllowanceLetsItsBlockThroughAndNothingElse() throws {
    let policy = AddressPolicy(
      allowed: try [#require(AddressRange("127.0.0.0/8")), #require(AddressRange("fd00::/16"))])
    #expect(policy.refusal(of: "127.0.0.1") == nil)
    #expect(policy.refusal(of: "::ffff:127.0.0.1") == nil)
    #expect(policy.refusal(of: "fd00::1") == nil)
    #expect(policy.refusal(of: "128.0.0.1") == nil)
    #expect(policy.refusal(of: "10.0.0.1") != nil)
    #expect(policy.refusal(of: "fd01::1") != nil)
    #expect(policy.refusal(of: "::1") != nil)
  }

  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1", "127.0.0.2"), ("10.0.0.7/31", "10.0.0.6", "10.0.0.5"),
    ("::1", "::1", "::2"), ("fe80::/10", "febf::1", "fec0::1"), ("::/0", "fe80::1", "10.0.0.1"),
  ])
  func aRangeIsAnAddressOrAPrefix(range: String, inside: String, outside: String) throws {
    let policy = AddressPolicy(allowed: [try #require(AddressRange(range))])
    #expect(policy.refusal(of: inside) == nil)
    #expect(policy.refusal(of: outside) != nil)
  }

  @Test(arguments: [
    "", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/08", "10.0.0.0/8 ",
    "10/8", "10.0.0.0/8/8", "::/129", "localhost", "10.0.0.0/8\0", "1:2:3:4:5:6:7:8:9:10:11:12:13:14:15:16:17:18:19:20",
    "10.0.0.0/4294967304",
  ])
  func whatIsNoRangeIsRefused(text: String) {
    #expect(AddressRange(text) == nil)
  }
}
