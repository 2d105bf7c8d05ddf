/// What makes a zlib stream (RFC 1950, RFC 1951) illegal. What zlib 1.2.13 takes is taken, and nothing else.
enum InflateFault: Error, Sendable, Hashable, CaseIterable {
  case headerCheck, compressionMethod, windowSize, presetDictionary
  case blockType, storedLength
  case tooManySymbols, codeLengthCode, lengthRepeat, noEndOfBlock, literalCode, distanceCode
  case illegalLiteral, illegalDistance, distanceTooFar
  case checksum

  /// After "cannot be unpacked: ".
  var inWords: String {
    switch self {
    case .headerCheck: "zlib header does not pass its own check"
    case .compressionMethod: "zlib header names another method than deflate"
    case .windowSize: "zlib header claims a window above 32 KiB"
    case .presetDictionary: "zlib header asks for a preset dictionary"
    case .blockType: "a block is of type 3"
    case .storedLength: "length of a stored block does not match its complement"
    case .tooManySymbols: "a block has more than 286 length or 30 distance codes"
    case .codeLengthCode: "code of the code lengths is no complete code"
    case .lengthRepeat: "code lengths repeat what is not there, or too often"
    case .noEndOfBlock: "a block has no code for its end"
    case .literalCode: "literal and length code is no complete code"
    case .distanceCode: "distance code is no complete code"
    case .illegalLiteral: "a literal or length code stands for nothing"
    case .illegalDistance: "a distance code stands for nothing"
    case .distanceTooFar: "a distance reaches back too far"
    case .checksum: "Adler-32 checksum does not match"
    }
  }
}
