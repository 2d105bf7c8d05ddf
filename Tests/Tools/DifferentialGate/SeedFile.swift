public import Foundation
public import PushImage

/// A picture to compare the engines on, and to make mutants of.
public struct SeedFile: Sendable {
  /// Where it is, as it should be printed.
  public let name: String
  /// What its bytes are.
  public let format: ImageFormat
  /// All of them.
  public let bytes: [UInt8]

  /// Every PNG, JPEG and GIF below a folder, by its bytes and whatever its name, in the order of the names.
  ///
  /// - Parameter maxByteCount: larger files are left out.
  /// - Returns: nothing when the folder cannot be read.
  public static func all(below folder: URL, maxByteCount: Int) -> [SeedFile] {
    let root = folder.path(percentEncoded: false)
    let names = (FileManager.default.enumerator(atPath: root)?.allObjects ?? []).compactMap { $0 as? String }
    return names.sorted().compactMap { SeedFile(name: $0, in: folder, maxByteCount: maxByteCount) }
  }

  /// Those that both engines take for whole: what is made of them is what the engines are asked about.
  public static func whole(of files: [SeedFile]) -> [SeedFile] {
    files.filter { file in
      guard let comparison = try? EngineComparison(file.bytes, as: file.format) else { return false }
      return comparison.native.integrity == .intact && comparison.reference.integrity == .intact
    }
  }

  private init?(name: String, in folder: URL, maxByteCount: Int) {
    // `Data(contentsOf:)` would leak a page for an empty file.
    guard let file = try? FileHandle(forReadingFrom: folder.appending(path: name)) else { return nil }
    defer { try? file.close() }
    guard let data = try? file.read(upToCount: maxByteCount + 1), data.count <= maxByteCount else { return nil }
    let bytes = [UInt8](data)
    guard let format = Sniffer.sniff(bytes.span), ImageCodecs.codec(for: format) != nil else { return nil }
    self.name = name
    self.format = format
    self.bytes = bytes
  }
}
