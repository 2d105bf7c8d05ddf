internal import PushImageFormats

/// Who is asked about the pixels: one engine, or both to hold one against the other.
public enum EngineSelection: String, Sendable, CaseIterable {
  /// Our own walkers: fast, in constant memory. See `VerificationEngine`.
  case native
  /// The formats' own libraries.
  case reference
  /// Each in turn, at the cost of both. The findings are those of both, the integrity is the worse, and a disagreement
  /// is a finding of its own.
  case both

  /// The native engine.
  public static let `default` = EngineSelection.native
}

/// What is to be said of the engines rather than of the picture.
enum EngineFindings {
  static let findingKinds: [Finding.Kind] = [mismatch]

  // Says nothing of the file itself: the engine that complains says it with findings of its own.
  static let mismatch = Finding.Kind(
    "check.engines-mismatch", .warning,
    meaning: "one engine reads the picture to its end and the other does not, so devices may differ about it too",
    remedy: "Save the picture anew, and report it to the makers of this tool when the native engine missed the damage.",
    reference: "https://www.w3.org/Graphics/JPEG/itu-t81.pdf")
}

extension EngineSelection {
  /// Verifies by the engines selected.
  func verify(
    _ bytes: Span<UInt8>, with codec: any ImageCodec, limits: Limits
  ) throws(PushImageError) -> Verification {
    switch self {
    case .native: return try codec.verify(bytes, limits: limits, engine: .native)
    case .reference: return try codec.verify(bytes, limits: limits, engine: .reference)
    case .both:
      let native = try codec.verify(bytes, limits: limits, engine: .native)
      let reference = try codec.verify(bytes, limits: limits, engine: .reference)
      return Self.joined(native, reference)
    }
  }

  /// Both opinions in one: the findings of the native engine, then what only the reference has.
  static func joined(_ native: Verification, _ reference: Verification) -> Verification {
    var joined = native
    let known = Set(native.findings.map(\.kind))
    joined.findings += reference.findings.filter { !known.contains($0.kind) }
    // Undetermined is no opinion: a limit was met, or neither can tell.
    let opinions: Set<Integrity> = [native.integrity, reference.integrity]
    if opinions == [.intact, .damaged] {
      let message = "the native engine says \(native.integrity.rawValue), the reference \(reference.integrity.rawValue)"
      joined.findings.append(Finding(EngineFindings.mismatch, message))
    }
    return joined
  }
}
