import FerryBase
import Testing

@Suite("Lending the elements of an array")
struct LendingTests {
  private final class Counted {
    var uses = 0
  }

  private struct Holder {
    let counted: Counted
    let text: String
    let number: Int
  }

  private struct Observer {
    weak var counted: Counted?
  }

  private struct Stop: Error {}

  @Test("every element is lent once, in order")
  func order() {
    let texts = (0..<100).map { String(repeating: "text \($0) ", count: $0 % 5) }
    var found: [String] = []
    texts.lendEach { found.append($0) }
    #expect(found == texts)
    var numbers: [Int] = []
    [3, 1, 2].lendEach { numbers.append($0) }
    #expect(numbers == [3, 1, 2])
    ([] as [String]).lendEach { _ in Issue.record("nothing to lend") }
  }

  @Test("the references of lent elements stay balanced, also after an error")
  func balance() {
    let counted = Counted()
    weak var last: Counted?
    do {
      let own = Counted()
      last = own
      let holders = [counted, own].map { Holder(counted: $0, text: "\($0)", number: 1) }
      holders.lendEach { $0.counted.uses += 1 }
      #expect(throws: Stop.self) {
        try holders.lendEach { holder throws(Stop) in
          holder.counted.uses += 1
          if holder.counted === own { throw Stop() }
        }
      }
      #expect(own.uses == 2 && holders[1].counted === own)
    }
    #expect(counted.uses == 2)
    #expect(last == nil)
  }

  @Test("a lent element that is kept outlives the array")
  func keeping() {
    var kept: [Holder] = []
    do {
      let holders = (0..<3).map { Holder(counted: Counted(), text: "\($0)", number: $0) }
      holders.lendEach { kept.append($0) }
    }
    #expect(kept.map(\.number) == [0, 1, 2])
    #expect(kept.map(\.text) == ["0", "1", "2"])
  }

  @Test("weak references of lent elements stay valid")
  func weakReferences() {
    let counted = Counted()
    let observers = [Observer(counted: counted), Observer(counted: nil)]
    var found: [Counted?] = []
    observers.lendEach { found.append($0.counted) }
    #expect(found.count == 2 && found[0] === counted && found[1] == nil)
    #expect(observers[0].counted === counted)
  }
}
