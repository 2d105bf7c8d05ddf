import Foundation

/// Where the tests find files: beside their own source, never in the working directory.
enum PackageFiles {
  /// The folder of Package.swift.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The pictures that the recipes made.
  static let testImages = root.appending(path: "TestImages")

  /// Pictures that nobody here made; not part of the package.
  static let corpora =
    ProcessInfo.processInfo.environment["PUSHIMAGE_CORPORA"].map { URL(filePath: $0) }
    ?? root.deletingLastPathComponent().appending(path: "shared/corpora")

  /// The bytes of a file; throws when it is not there. `Data(contentsOf:)` would leak a page for an empty file.
  static func bytes(_ url: URL) throws -> [UInt8] {
    let file = try FileHandle(forReadingFrom: url)
    defer { try? file.close() }
    return [UInt8](try file.readToEnd() ?? Data())
  }
}

extension PackageFiles {
  /// The bytes of one of the pictures that the recipes made.
  static func testImage(_ path: String) throws -> [UInt8] { try bytes(testImages.appending(path: path)) }

  /// Names of the files of a folder of those pictures, sorted.
  static func testImageNames(in folder: String) throws -> [String] {
    let place = testImages.appending(path: folder).path(percentEncoded: false)
    return try FileManager.default.contentsOfDirectory(atPath: place).sorted()
  }
}
