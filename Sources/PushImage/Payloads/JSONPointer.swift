/// A place in a JSON value by RFC 6901, which may lead into the JSON that a string holds.
package struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
  /// One step down.
  package enum Step: Sendable, Hashable {
    case key(String)
    /// Counted from 0.
    case index(Int)
    /// From a string into the JSON that it holds.
    case text
  }

  /// From the root on.
  package var steps: [Step]

  /// The root.
  package init(_ steps: [Step] = []) { self.steps = steps }

  /// `~` and `/` in keys are escaped; a step into a string is `#`, which RFC 6901 does not know. A key that ends with
  /// `#` reads the same; only `steps` tell them apart.
  package var description: String {
    steps.reduce(into: "") { text, step in
      switch step {
      case .key(let key): text += "/" + Self.escaped(key)
      case .index(let index): text += "/\(index)"
      case .text: text += "#"
      }
    }
  }

  /// The place one step further down.
  package func appending(_ step: Step) -> JSONPointer { JSONPointer(steps + [step]) }

  private static func escaped(_ key: String) -> String {
    key.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "~": text += "~0"
      case "/": text += "~1"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
