import PushImage

/// One picture to read: where it is, and what reports call it.
struct Input: Sendable {
  /// How to get at the bytes.
  enum Place: Sendable {
    /// `-`.
    case standardInput
    /// Named by the caller; a symbolic link is followed because the caller said so.
    case named(FilePath)
    /// Found in a folder that is held open; a link that has taken the file's place is not followed.
    case entry(FilePath, in: FileDescriptor)
    /// A link found in a folder, by what it leads to: a path below the root of the walk, free of links.
    case linked(FilePath, below: FileDescriptor)
    /// An address to fetch.
    case url
  }

  /// Exactly as given; below a folder, the folder as given joined with the relative path.
  let source: FilePath
  let place: Place

  /// What a device would be told as the file's name; nil when there is none.
  var name: String? {
    switch place {
    case .standardInput: nil
    case .named, .entry, .linked: source.lastComponent.text
    case .url: source.text
    }
  }
}

extension Input {
  /// Which file it is at this moment; nil for what is no file or is gone.
  var identity: FileIdentity? {
    switch place {
    case .standardInput, .url: nil
    case .named(let path): (try? path.status()).map(FileIdentity.init)
    case .entry(let name, let folder), .linked(let name, let folder):
      (try? name.status(in: folder)).map(FileIdentity.init)
    }
  }
}

/// What the list of inputs gives next.
enum InputItem: Sendable {
  /// To be read.
  case input(Input)
  /// Cannot be read, as is known without opening it: counts against the exit status.
  case problem(source: String, PushImageError)
  /// Left out on purpose, and said so on standard error; does not count.
  case skipped(source: String, reason: String)
}
