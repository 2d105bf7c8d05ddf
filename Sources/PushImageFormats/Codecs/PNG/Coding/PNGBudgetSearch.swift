struct PNGBudgetSearch {
  let bitmap: Bitmap
  let budget: ByteBudget
  init(_ bitmap: Bitmap, _ budget: ByteBudget) { self.bitmap = bitmap; self.budget = budget }
  func run() throws(PushImageError) -> BudgetedEncoding {
    let bytes = try PNGFile.exact(bitmap, .thorough)
    return BudgetedEncoding(bytes: bytes, isWithinBudget: bytes.count <= budget.maxByteCount, size: bitmap.size)
  }
}
