package import PushImageFormats

/// How one sender's form is recognised and read. One file per sender.
package protocol PayloadReader: Sendable {
  /// Whose form it is.
  var type: PayloadType { get }
  /// What it is recognised by, as messages say it: `aps`.
  var marks: String { get }
  /// What this reader alone reports.
  var findingKinds: [Finding.Kind] { get }
  /// How much a value looks like this form. Must not depend on more than the keys that tell it.
  func recognize(_ json: JSONValue) -> Recognition
  /// Writes pictures, platforms and findings into the draft; a form that does not fit gives findings or nothing.
  func read(_ root: JSONNode, into draft: inout PayloadDraft)
}

/// How much a value looks like a form; the greatest wins.
package enum Recognition: Int, Sendable, Comparable {
  /// Not like it.
  case none
  /// A key that others use as well.
  case weak
  /// Its outline.
  case likely
  /// A key that nobody else uses.
  case certain

  /// Orders by how sure it is.
  package static func < (left: Recognition, right: Recognition) -> Bool { left.rawValue < right.rawValue }
}
