internal import CImageCodecs

/// One component on its way from coefficients to the channel of a smaller bitmap.
@safe
struct JPEGReducer: ~Copyable {
  /// More than the farthest index that a lookup reaches: 62, two runs of 16, and an end of block.
  static let slotCount = 160

  private let reducer: OpaquePointer
  /// Offsets by zigzag index; those of coefficients that are not wanted lead to where nobody looks.
  let slots: UnsafeMutablePointer<Int32>
  /// The zigzag index of the last coefficient that is wanted.
  let last: Int

  /// A component of a frame, scaled to `size` pixels into every `step`th byte of `output`, which must outlive this.
  ///
  /// - Throws: `PushImageError` when memory could not be had.
  init(
    _ component: JPEGFrame.Component, of frame: JPEGFrame, divisors: [UInt16], to size: PixelSize,
    _ output: UnsafeMutablePointer<UInt8>?, step: Int
  ) throws(PushImageError) {
    precondition(divisors.count == 64, "a block has 64 coefficients")
    let isAlone = frame.components.count == 1
    let reducer = unsafe divisors.withUnsafeBufferPointer { divisors in
      var description = unsafe cimg_jpeg_component()
      unsafe description.image_width = UInt32(frame.width)
      unsafe description.image_height = UInt32(frame.height)
      // The blocks of a component alone stand one by one whatever its sampling factors.
      unsafe description.horizontal_sampling = UInt32(isAlone ? 1 : component.horizontalSampling)
      unsafe description.vertical_sampling = UInt32(isAlone ? 1 : component.verticalSampling)
      unsafe description.max_horizontal_sampling = UInt32(isAlone ? 1 : frame.maxHorizontalSampling)
      unsafe description.max_vertical_sampling = UInt32(isAlone ? 1 : frame.maxVerticalSampling)
      unsafe description.width = UInt32(size.width)
      unsafe description.height = UInt32(size.height)
      unsafe description.divisors = divisors.baseAddress
      unsafe description.output_step = UInt32(step)
      var reduction = unsafe cimg_jpeg_reduction(&description)
      return unsafe (cimg_reducer_create(&reduction, output), Int(reduction.eighths))
    }
    guard let made = unsafe reducer.0 else {
      throw PushImageError(.outOfMemory, "no memory to scale a picture")
    }
    unsafe self.reducer = made
    let stride = unsafe cimg_reducer_stride(made)
    let eighths = unsafe reducer.1
    unsafe slots = .allocate(capacity: Self.slotCount)
    var last = 0
    for index in 0..<Self.slotCount {
      let place = index < 64 ? JPEGQuantization.zigzag[index] : 63
      let isWanted = index < 64 && place / 8 < eighths && place % 8 < eighths
      if isWanted { last = index }
      let run = isWanted ? place / 8 * eighths + place % 8 : eighths * eighths
      unsafe (slots + index).initialize(to: Int32(run * stride))
    }
    self.last = last
  }

  deinit {
    unsafe cimg_reducer_free(reducer)
    unsafe slots.deallocate()
  }

  /// Where the coefficients of a row of blocks go, 0 for the first of those that are pushed together.
  func coefficients(row: Int) -> UnsafeMutablePointer<Int16> {
    unsafe cimg_reducer_coefficients(reducer, UInt32(row))
  }

  /// Takes the rows of blocks.
  func push() { unsafe cimg_reducer_push(reducer) }
}
