public import PushImageFormats

/// What can be done about a finding. Beside the remedy, which tells people the same.
public enum Cure: String, Sendable, CaseIterable {
  /// Publish under the name that `OutputName` makes.
  case rename
  /// Serve under the true media type: whoever publishes the output has to.
  case serve
  /// Drop metadata, thumbnails and bytes that belong to no picture; append an end that is missing.
  case strip
  /// Drop a colour profile that no reader can use.
  case dropProfile = "drop-profile"
  /// Drop an animation that is broken and keep the still picture beside it.
  case dropAnimation = "drop-animation"
  /// Code the same pixels anew.
  case recode
  /// Write the scans in another order; only on request.
  case reorder
  /// Turn the pixels upright.
  case orient
  /// Convert the colours to sRGB.
  case convertColor = "convert-color"
  /// Round the samples to 8 bits.
  case reduceDepth = "reduce-depth"
  /// Scale down.
  case scale
  /// Cut out or fill up to a shape; only on request.
  case reshape
  /// Make one picture of an animation.
  case still
  /// Write another format.
  case convertFormat = "convert-format"
  /// Fewer bytes.
  case compress
  /// Save what is whole; only on request.
  case repair

  /// What cures a kind of finding; nil where nothing that `prepare` does would.
  public init?(of kind: Finding.Kind) {
    if let cure = Self.byID[kind.id] {
      self = cure
    } else if let fault = Self.fault(of: kind), let cure = Self.byFault[fault] {
      self = cure
    } else if kind.integrity == .damaged, kind.severity == .error {
      self = .repair
    } else {
      return nil
    }
  }

  /// The part of an id behind the platform that owns it; nil for kinds that no platform owns.
  static func fault(of kind: Finding.Kind) -> String? {
    guard let dot = kind.id.firstIndex(of: "."), Platforms.platform(id: String(kind.id[..<dot])) != nil else {
      return nil
    }
    return String(kind.id[kind.id.index(after: dot)...])
  }
}

extension Cure {
  /// Of kinds that no platform owns. Damage of error severity is not listed: only `repair` helps there.
  private static let byID: [String: Cure] = [
    "file.extension-missing": .rename, "file.extension-unknown": .rename, "file.extension-mismatch": .rename,
    "file.extension-uppercase": .rename, "file.extension-doubled": .rename, "file.extension-in-query": .rename,
    "file.name-percent-encoded": .rename, "file.name-not-normalized": .rename, "file.name-too-long": .rename,
    "file.name-malformed": .rename, "file.name-leading-dash": .rename, "file.name-reserved": .rename,
    "file.name-without-stem": .rename,
    "content-type.missing": .serve, "content-type.malformed": .serve, "content-type.mismatch": .serve,
    "content-type.not-an-image": .serve, "content-type.generic": .serve, "content-type.alias": .serve,
    "metadata.gps": .strip, "metadata.private": .strip, "metadata.thumbnail": .strip,
    "file.embedded-markup": .strip,
    "png.trailing-bytes": .strip, "png.ancillary-crc-mismatch": .strip, "png.malformed-metadata": .strip,
    "jpeg.trailing-bytes": .strip, "jpeg.trailing-pictures": .strip, "jpeg.extraneous-bytes": .strip,
    "jpeg.malformed-metadata": .strip,
    "gif.trailing-bytes": .strip, "gif.missing-trailer": .strip,
    "png.malformed-icc": .dropProfile, "jpeg.malformed-icc": .dropProfile,
    "png.malformed-animation": .dropAnimation,
    "png.trailing-image-data": .recode, "png.trailing-zlib-bytes": .recode, "png.index-mismatch": .recode,
    "jpeg.arithmetic-coding": .recode,
    "gif.trailing-pixels": .recode, "gif.frame-outside-screen": .recode, "gif.missing-palette": .recode,
    "gif.index-mismatch": .recode,
    "color.cmyk": .convertColor, "color.wide-gamut": .convertColor, "color.sixteen-bit": .reduceDepth,
    "color.progressive": .reorder,
    "limit.pixels-too-large": .scale,
  ]

  /// Of kinds that a platform owns, by what is wrong.
  private static let byFault: [String: Cure] = [
    "extension-missing": .rename, "extension-unsupported": .rename, "content-type-mismatch": .serve,
    "format-unsupported": .convertFormat, "format-not-verified": .convertFormat,
    "file-too-large": .compress, "file-may-be-too-large": .compress,
    "decoded-too-large": .scale, "decoded-may-be-too-large": .scale, "animation-too-large": .scale,
    "width-too-large": .scale, "height-too-large": .scale,
    "aspect-ratio-mismatch": .reshape, "animation-not-shown": .still, "orientation-ignored": .orient,
  ]

  /// Kinds of warning or error severity that nothing here cures, each with the reason.
  package static let incurable: [String: String] = [
    "file.empty": "there is no picture", "file.format-unknown": "there is no picture",
    "file.not-an-image": "there is no picture",
    "limit.file-too-large": "the file was not read", "limit.frames-too-large": "the file was not read to its end",
    "limit.total-pixels-too-large": "the file was not read to its end",
    "limit.scans-too-large": "the file was not read to its end",
    "limit.scan-blocks-too-large": "the file was not read to its end",
    "limit.markers-too-large": "the file was not read to its end",
    "limit.coefficients-too-large": "the file was not read to its end",
    "limit.chunks-too-large": "the file was not read to its end",
    "limit.metadata-too-large": "the file was not read to its end",
    "limit.time-too-large": "the file was not read to its end",
    "check.engines-mismatch": "nobody knows who is right",
    "width-too-small": "pixels that are not there cannot be added",
    "height-too-small": "pixels that are not there cannot be added",
    "prepare.over-budget": "said of what prepare could not do",
    "prepare.undecodable": "said of what prepare could not do",
    "prepare.rows-lost": "the rows are gone", "prepare.frames-lost": "the frames are gone",
  ]
}

extension Finding {
  /// What cures it.
  var cure: Cure? { Cure(of: kind) }

  /// Whether it is cured without being asked: every error and what stays undetermined; what the file itself is warned
  /// of; and the notes that cost bytes, privacy or colours. Of platforms' own warnings only a picture that lies on its
  /// side: the rest is a matter of taste, and `strict` asks for those that bytes, size or frames are to blame for.
  func mustBeCured(_ options: PreparationOptions) -> Bool {
    guard let cure else { return severity == .error }
    switch cure {
    case .rename, .serve, .strip, .dropProfile, .dropAnimation, .recode, .orient, .convertColor, .reduceDepth:
      return true
    case .convertFormat: return true
    case .scale, .compress, .still:
      return severity == .error || kind.integrity == .undetermined || (options.isStrict && severity == .warning)
    case .reorder: return options.progression == .baseline
    case .reshape, .repair: return severity == .error
    }
  }
}
