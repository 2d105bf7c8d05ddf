import CForeignCodecs
import Foundation
import PushImageConversion
import PushImageFormats
import Testing

@Suite("The walls around foreign decoders")
struct SandboxTests {
  /// Every file of the folder that a library of its own decodes.
  private static func files() throws -> [(decoder: any PictureDecoder, name: String)] {
    try ForeignDecoders.all.filter { $0.format != .bmp }.flatMap { decoder in
      try TestPictures.names(decoder.format.fileExtension).map { (decoder, $0) }
    }
  }

  @Test("end in pixels or in words wherever a file is cut or changed, and never in a crash of this process")
  func mutations() throws {
    let files = try Self.files()
    #expect(files.count >= 45)
    for (decoder, name) in files {
      let bytes = try TestPictures.bytes(name)
      for index in stride(from: 3, to: bytes.count, by: max(bytes.count / 6, 1)) {
        var changed = bytes
        changed[index] ^= 0x40
        for variant in [Array(bytes[..<index]), changed] {
          do {
            _ = try decoder.decode(variant.span, DecodingRequest(), limits: .default)
          } catch {
            #expect(error.code == .undecodable || error.code == .outOfMemory, "\(name) at \(index): \(error)")
          }
        }
      }
    }
  }

  /// What becomes of a decoder that tries to break out.
  private static func probe(_ attempt: Character) throws -> cforeign_picture {
    var request = cforeign_request()
    request.max_pixel_count = 1_000_000
    request.max_cpu_milliseconds = 100
    var picture = cforeign_picture()
    let bytes = Array(String(attempt).utf8)
    let job = bytes.withUnsafeBufferPointer { buffer in
      request.bytes = buffer.baseAddress
      request.byte_count = buffer.count
      return cforeign_start(CFOREIGN_PROBE, &request, &picture)
    }
    var end = cforeign_end()
    cforeign_finish(job, &end)
    return picture
  }

  private static func words(_ picture: cforeign_picture) -> String {
    withUnsafeBytes(of: picture.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  @Test("turn a crash into an answer", arguments: ["c", "a"] as [Character])
  func crash(_ attempt: Character) throws {
    let picture = try Self.probe(attempt)
    #expect(picture.status == Int32(CFOREIGN_CRASHED.rawValue))
    #expect(Self.words(picture).hasPrefix("its process was ended by signal "))
  }

  @Test("end an endless loop")
  func endlessLoop() throws {
    #expect(try Self.probe("s").status == Int32(CFOREIGN_OVER_TIME.rawValue))
  }

  @Test("hold memory down to 64 MiB before the size of the picture is known")
  func memoryBefore() throws {
    let picture = try Self.probe("m")
    let count = Int(Self.words(picture).prefix { $0.isNumber }) ?? 0
    #expect((32...64).contains(count))
  }

  @Test("leave no file, socket, process, stream or program to reach for")
  func doors() throws {
    #expect(Self.words(try Self.probe("d")) == "0 doors")
  }

  @Test("end a decoder that uses up its processor time")
  func time() throws {
    var limits = Limits.default
    limits.maxCPUSeconds = 0.005
    limits.maxPixelCount = nil
    // Thirty thousand empty rows of eight thousand pixels, which take longer to make than to say.
    let bytes = Self.hugeBilevel
    do {
      _ = try TIFFDecoder().decode(bytes.span, DecodingRequest(size: PixelSize(width: 8, height: 8)), limits: limits)
      Issue.record("it took no time")
    } catch {
      #expect(error.message == "decoding took more than 0.005 s; that is the limit maxCPUSeconds")
    }
  }

  @Test("give a decoder the memory that its picture needs, and no more")
  func memory() throws {
    // A tile of 16,000x16,000 pixels for a picture of 8x8.
    let bytes = Self.tiff(width: 8, height: 8, tile: 16_000)
    #expect(throws: PushImageError.self) {
      try TIFFDecoder().decode(bytes.span, DecodingRequest(), limits: .default)
    }
  }

  @Test("leave no process and no descriptor behind")
  func leftovers() throws {
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    for _ in 0..<5 {
      _ = try TIFFDecoder().decode("rgb.tiff")
      _ = try? TIFFDecoder().decode("truncated.tiff")
      _ = try? HEIFDecoder(.avif).decode("hdr.avif")
    }
    let after = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    // Other suites run at the same time and open files of their own.
    #expect(after < descriptors + 10)
  }

  @Test("give the same bytes each time")
  func deterministic() throws {
    for (decoder, name) in try Self.files() {
      let first = try? decoder.decode(name).bitmap
      let second = try? decoder.decode(name).bitmap
      #expect(first == second)
    }
  }

  // MARK: Made here

  private static let hugeBilevel = tiff(width: 8_000, height: 30_000, tile: nil)

  /// A little-endian TIFF of one bit a pixel whose strips of one row all lie at the same few bytes.
  private static func tiff(width: Int, height: Int, tile: Int?) -> [UInt8] {
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
      word(tag, 2) + word(type, 2) + word(count, 4) + word(value, 4)
    }
    func word(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
    let tableOffset = 200 + (width + 7) / 8
    let count = tile == nil ? height : 1
    var entries = entry(256, 4, 1, width) + entry(257, 4, 1, height) + entry(258, 3, 1, 1) + entry(259, 3, 1, 1)
    entries += entry(262, 3, 1, 1)
    if let tile {
      entries += entry(322, 4, 1, tile) + entry(323, 4, 1, tile) + entry(324, 4, 1, 200) + entry(325, 4, 1, 16)
    } else {
      entries += entry(273, 4, count, tableOffset) + entry(277, 3, 1, 1) + entry(278, 4, 1, 1)
      entries += entry(279, 4, count, tableOffset + 4 * count)
    }
    var bytes = word(0x4949, 2) + word(42, 2) + word(8, 4) + word(entries.count / 12, 2) + entries + word(0, 4)
    bytes += [UInt8](repeating: 0xA5, count: tableOffset - bytes.count)
    for _ in 0..<count { bytes += word(200, 4) }
    for _ in 0..<count { bytes += word((width + 7) / 8, 4) }
    return bytes
  }
}
