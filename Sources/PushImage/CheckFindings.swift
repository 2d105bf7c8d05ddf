internal import PushImageFormats

/// What is to be said of the check itself.
enum CheckFindings {
  static let findingKinds: [Finding.Kind] = [notVerified]

  static let notVerified = Finding.Kind(
    "check.not-verified", .note, integrity: .undetermined,
    meaning: "a quick check read the header only, so the rest of the file may be damaged",
    remedy: "Check the picture without --quick.", reference: "https://www.w3.org/TR/png-3/#13Decoders")

  /// Made once: every quick check has it, and most have nothing else.
  static let quick = [Finding(notVerified, "only the header was read; the rest of the file was not verified")]
}
