/// A Huffman code with one lookup table for a scan loop, which reads it by pointer.
///
/// As an array the table would cost a reference count and a bounds check a lookup, measured at twice the time of a
/// whole scan. The index is always the top twelve bits of a 64-bit word, so it cannot leave the table.
@safe
final class HuffmanDecoder<Entry: BitwiseCopyable & Sendable>: @unchecked Sendable {
  /// Decodes what the table leaves out.
  let code: HuffmanCode
  /// `HuffmanCode.lookupCount` entries; valid as long as the decoder lives.
  let entries: UnsafePointer<Entry>

  /// Copies the entries, of which there must be `HuffmanCode.lookupCount`.
  init(_ code: HuffmanCode, _ entries: [Entry]) {
    precondition(entries.count == HuffmanCode.lookupCount)
    self.code = code
    let copy = UnsafeMutablePointer<Entry>.allocate(capacity: entries.count)
    for index in entries.indices { unsafe (copy + index).initialize(to: entries[index]) }
    unsafe self.entries = UnsafePointer(copy)
  }

  deinit { unsafe entries.deallocate() }
}
