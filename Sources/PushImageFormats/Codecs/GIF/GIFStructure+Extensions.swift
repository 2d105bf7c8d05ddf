/// Extension blocks: control of the next frame, loops, comments, text and what applications leave behind.
extension GIFStructure {
  /// Reads one extension; false when the file ends within.
  mutating func readExtension(_ bytes: Span<UInt8>) -> Bool {
    let start = offset
    guard let label = bytes.byte(at: start + 1), let end = endOfSubBlocks(bytes, from: start + 2) else {
      return endCut(bytes, "extension", "an extension")
    }
    switch label {
    case 0xF9: readGraphicControl(bytes, at: start, end: end)
    case 0xFE:
      noteText(start + 2..<end)
      metadataByteCount += end - start
      note("comment extension", upTo: end)
    case 0x01:
      noteText(start + 2..<end)
      // The text is drawn in place of a frame and uses the control extension up.
      pendingControl = nil
      note("plain text extension", upTo: end)
    case 0xFF: readApplication(bytes, at: start, end: end)
    default:
      noteText(start + 2..<end)
      metadataByteCount += end - start
      note("unknown extension", upTo: end)
    }
    return true
  }

  /// Flags, delay, transparent index: exactly one sub-block of four bytes.
  private mutating func readGraphicControl(_ bytes: Span<UInt8>, at start: Int, end: Int) {
    if let size = bytes.byte(at: start + 2), size == 4, end == start + 8, let flags = bytes.byte(at: start + 3),
      let delay = bytes.littleEndian16(at: start + 4), let index = bytes.byte(at: start + 6)
    {
      note(GIFGraphicControl(delay: delay, transparentIndex: flags & 1 != 0 ? Int(index) : nil))
    } else {
      faults.add(
        GIFFindings.malformedExtension,
        "graphic control extension is \((end - start).grouped) bytes; 8 are legal",
        at: start)
      noteText(start + 2..<end)
    }
    note("graphic control extension", upTo: end)
  }

  /// Eleven bytes of name and authentication code, then the application's own sub-blocks.
  private mutating func readApplication(_ bytes: Span<UInt8>, at start: Int, end: Int) {
    let data = start + 14
    if bytes.matches("NETSCAPE2.0", at: start + 3) || bytes.matches("ANIMEXTS1.0", at: start + 3) {
      readLoop(bytes, at: data)
      // The usual form has no room for anything else.
      if end > start + 19 { noteText(data..<end) }
      note("application extension (loop)", upTo: end)
      return
    }
    noteText(start + 2..<end)
    if bytes.matches("ICCRGBG1", at: start + 3) {
      iccByteCount = (iccByteCount ?? 0) + max(0, end - data)
      note("application extension (ICC)", upTo: end)
      return
    }
    metadataByteCount += end - start
    let isXMP = bytes.matches("XMP DataXMP", at: start + 3)
    // The usual form writes the packet as it is, so that its own characters are the sub-blocks' lengths.
    if isXMP { hasGPS = hasGPS || XMPScanner.holdsPosition(bytes.extracting(start..<end)) }
    note(isXMP ? "application extension (XMP)" : "application extension", upTo: end)
  }

  /// Sub-block 1 holds how often to play, 0 for ever. Sub-block 2 is a buffer size that no reader heeds.
  private mutating func readLoop(_ bytes: Span<UInt8>, at start: Int) {
    var offset = start
    while let size = bytes.byte(at: offset), size > 0 {
      if size >= 3, let kind = bytes.byte(at: offset + 1), kind & 7 == 1,
        let count = bytes.littleEndian16(at: offset + 2)
      {
        loopCount = count
        return
      }
      offset += 1 + Int(size)
    }
  }
}
