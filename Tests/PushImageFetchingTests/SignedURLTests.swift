import PushImage
import Testing

@testable import PushImageFetching

@Suite struct SignedURLTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2026-11-21T14:00:00Z", 1_795_269_600), ("20261121T140000Z", 1_795_269_600),
    ("2026-11-21T14:00Z", 1_795_269_600), ("2026-11-21T15:30:00+01:30", 1_795_269_600),
    ("2026-11-21T14:00:00.123Z", 1_795_269_600), ("2026-11-21", 1_795_219_200), ("2000-02-29", 951_782_400),
    ("2026-11-21 14:00:00", 1_795_269_600), ("9999-12-31T23:59:59Z", 253_402_300_799),
  ])
  func `reads points in time`(text: String, seconds: Int) {
    #expect(Timestamp.seconds(iso8601: text) == seconds)
  }

  @Test(arguments: [
    "", "now", "2026", "2026-13-01", "2026-11-32", "2026-11-21T", "2026-11-21T25:00:00Z", "2026-11-21T14:00:00X",
    "1969-12-31", "2026-11-21T14:00:00+99:00", "٢٠٢٦-11-21",
  ])
  func `refuses what is no point in time`(text: String) {
    #expect(Timestamp.seconds(iso8601: text) == nil)
  }

  @Test func `writes what it reads`() {
    var seconds = 0
    while seconds < 10_000_000_000 {
      #expect(Timestamp.seconds(iso8601: Timestamp.iso8601(seconds)) == seconds)
      seconds += 86_399 * 37
    }
    #expect(Timestamp.iso8601(951_782_400) == "2000-02-29T00:00:00Z")
  }

  @Test(arguments: [
    ("https://b.test/k.png?X-Amz-Date=20261121T140000Z&X-Amz-Expires=3600&X-Amz-Signature=1", "X-Amz-Expires", 3_600),
    ("https://b.test/k.png?X-Goog-Expires=60&X-Goog-Date=20261121T140000Z", "X-Goog-Expires", 60),
    ("https://b.test/k.png?se=2026-11-21T14%3A10%3A00Z&sig=abc", "se", 600),
    ("https://b.test/k.png?Expires=1795269700&Signature=x", "Expires", 100),
    ("https://b.test/k.png?token=x&exp=1795269601", "exp", 1),
    ("https://b.test/k.png?hdnts=exp=1795269605~acl=*~hmac=00", "exp", 5),
  ])
  func `knows who signs how`(url: String, parameter: String, seconds: Int) throws {
    let signed = try #require(SignedURL(url))
    #expect(signed.parameter == parameter)
    #expect(signed.expiry == 1_795_269_600 + seconds)
  }

  @Test(arguments: [
    "https://b.test/k.png", "https://b.test/k.png?Expires=soon", "https://b.test/k.png?exp=12",
    "https://b.test/k.png?se=2026-11-21", "https://b.test/k.png?X-Amz-Expires=3600",
    "https://b.test/k.png?X-Amz-Date=20261121T140000Z&X-Amz-Expires=99999999999999999999",
    "https://b.test/k.png?Expires=-1795269700", "https://b.test/k.png#?Expires=1795269700x",
  ])
  func `takes nothing else for a time`(url: String) { #expect(SignedURL(url) == nil) }

  @Test func `weighs the end of a URL against the life of the message`() throws {
    let url = "https://b.test/k.png?Expires=1795269600"
    func kind(_ sendTime: Int, _ lifetime: MessageLifetime) -> (String, Finding.Severity)? {
      ServerFindings.expiry(url, sendTime: sendTime, lifetime: lifetime).map { ($0.kind.id, $0.severity) }
    }
    #expect(try #require(kind(1_795_269_601, .assumed)) == ("fetch.url-expired", .error))
    #expect(try #require(kind(1_795_269_600, .assumed)) == ("fetch.url-expires", .note))
    #expect(try #require(kind(1_795_269_500, MessageLifetime(seconds: 101))) == ("fetch.url-expires", .warning))
    #expect(kind(1_795_269_500, MessageLifetime(seconds: 100)) == nil)
  }
}
