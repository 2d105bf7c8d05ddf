import PushImage
import Testing

@Suite struct SmallTableTests {
  @Test func `finds values by key, keeps their order, and lets the first of a key count`() {
    let table: SmallTable<String, Int> = ["b": 1, "a": 2, "b": 3]
    #expect(table["b"] == 1)
    #expect(table["a"] == 2)
    #expect(table["c"] == nil)
    #expect(table.has("a"))
    #expect(!table.has("c"))
    #expect(table.keys == ["b", "a", "b"])
  }

  @Test func `is equal when its entries are, in their order`() {
    let table: SmallTable<String, Int> = ["a": 1, "b": 2]
    #expect(table == ["a": 1, "b": 2])
    #expect(table != ["b": 2, "a": 1])
    #expect(table != ["a": 1])
  }
}
