internal import PushImageFormats

/// Words the finding kinds of one platform, so that the same fault reads and is spelt alike on every platform.
struct PlatformKinds {
  /// `Platform.id`: the owner in front of every id.
  let id: String
  /// How sentences call it: `iOS`.
  let name: String

  func unsupportedFormat(reference: String, unError: Int? = nil) -> Finding.Kind {
    kind(
      "format-unsupported", .error, "\(name) does not show pictures of this format",
      "Send a JPEG or PNG in its place.", reference, unError: unError)
  }

  func unverifiedFormat(reference: String) -> Finding.Kind {
    Finding.Kind(
      "\(id).format-not-verified", .note, integrity: .undetermined,
      meaning: "\(name) may show this format or coding on some devices, and this tool cannot verify it",
      remedy: "Send a baseline JPEG or a PNG, which every device shows and this tool verifies.", reference: reference)
  }

  func fileTooLarge(reference: String, unError: Int? = nil) -> Finding.Kind {
    kind(
      "file-too-large", .error, "the file has more bytes than \(name) takes, so the picture is not shown",
      "Scale the picture down or compress it more.", reference, unError: unError)
  }

  func fileMayBeTooLarge(reference: String) -> Finding.Kind {
    kind(
      "file-may-be-too-large", .warning, "the file is so close to what \(name) takes that it may be refused",
      "Scale the picture down or compress it more.", reference)
  }

  func decodedTooLarge(reference: String) -> Finding.Kind {
    kind(
      "decoded-too-large", .error, "the decoded picture needs more memory than \(name) can draw",
      "Scale the picture down.", reference)
  }

  func decodedMayBeTooLarge(reference: String) -> Finding.Kind {
    kind(
      "decoded-may-be-too-large", .warning,
      "the decoded picture needs so much memory that some apps or devices for \(name) fail to show it",
      "Scale the picture down.", reference)
  }

  func animationTooLarge(reference: String) -> Finding.Kind {
    kind(
      "animation-too-large", .warning,
      "all decoded frames together need so much memory that some apps or devices for \(name) fail to show them",
      "Drop frames or scale the animation down.", reference)
  }

  /// `axis` is `width` or `height`.
  func tooSmall(_ axis: String, reference: String) -> Finding.Kind {
    kind(
      "\(axis)-too-small", .warning, "the \(axis) is less than \(name) needs to show the picture large and sharp",
      "Send a larger picture.", reference)
  }

  /// `axis` is `width` or `height`.
  func tooLarge(_ axis: String, reference: String) -> Finding.Kind {
    kind(
      "\(axis)-too-large", .warning, "the \(axis) is more than senders for \(name) take or the screen can show",
      "Scale the picture down.", reference)
  }

  func aspectRatioMismatch(reference: String) -> Finding.Kind {
    kind(
      "aspect-ratio-mismatch", .warning, "\(name) crops or letterboxes a picture of this shape",
      "Crop the picture to the ratio that is shown whole.", reference)
  }

  func animationNotShown(reference: String) -> Finding.Kind {
    kind(
      "animation-not-shown", .warning, "\(name) shows the first frame of an animation only",
      "Make sure that the first frame tells the story, or send a still picture.", reference)
  }

  func orientationIgnored(reference: String) -> Finding.Kind {
    kind(
      "orientation-ignored", .warning, "\(name) ignores the EXIF orientation, so the picture is shown turned",
      "Turn the pixels and drop the orientation.", reference)
  }

  func extensionMissing(reference: String, unError: Int) -> Finding.Kind {
    kind(
      "extension-missing", .error, "\(name) cannot tell the type of a file whose name has no extension",
      "Publish the picture under a name that ends in its true extension.", reference, unError: unError)
  }

  func extensionUnsupported(reference: String, unError: Int) -> Finding.Kind {
    kind(
      "extension-unsupported", .error, "\(name) does not take files with this extension for pictures",
      "Publish the picture under a name that ends in its true extension.", reference, unError: unError)
  }

  func contentTypeMismatch(reference: String, unError: Int) -> Finding.Kind {
    kind(
      "content-type-mismatch", .error,
      "\(name) puts the extension of the declared type behind a name that does not fit it, and refuses the result",
      "Send the Content-Type of what the bytes are.", reference, unError: unError)
  }

  func aboveVendorAdvice(reference: String) -> Finding.Kind {
    kind(
      "above-vendor-advice", .note, "a sender for \(name) publishes a limit that the picture goes beyond",
      "Heed the limit if you deliver through that sender.", reference)
  }

  /// A kind that only this platform has.
  func kind(
    _ fault: String, _ severity: Finding.Severity, _ meaning: String, _ remedy: String, _ reference: String,
    unError: Int? = nil
  ) -> Finding.Kind {
    Finding.Kind("\(id).\(fault)", severity, meaning: meaning, remedy: remedy, reference: reference, unError: unError)
  }
}
