import FerryLazyObject
import Testing

@Suite struct PrintedObjectTests {
  class Bank: LazyObject {}

  @Test("a lazy object prints its type and its JSON with what was set")
  func lazyObject() {
    let bank = Bank(JSON.document(#"{"money":1}"#))
    #expect("\(bank)" == #"Bank({"money":1})"#)
    bank.setObject(["a": 2], setter: "site")
    #expect("\([bank])" == #"[Bank({"money":1,"site":{"a":2}})]"#)
  }
}
