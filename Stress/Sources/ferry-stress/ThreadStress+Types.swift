import Ferry
import FerryMacros
import Foundation
import Synchronization

/// A number in binary digits, as a type: each number has new models.
private protocol Digits: SendableMetatype {}
private enum None: Digits {}
private enum Zero<Rest: Digits>: Digits {}
private enum One<Rest: Digits>: Digits {}

/// A model with synthesized coding.
private struct Plain<Number: Digits>: Codable, Equatable {
  struct Inner: Codable, Equatable { var list = [1, 2] }

  var number = 7
  var text = "a text of more than fifteen bytes"
  var inner: Inner? = Inner()
}

/// A model with a mapping.
private struct Mapped<Number: Digits>: Codable, Equatable, KeyMapped {
  var firstNumber = 7
  var otherText = "a text of more than fifteen bytes"

  static var mapping: KeyMapping { KeyMapping(style: .snakeCase) }
}

/// A model with a table.
@DirectCodable
private struct Direct<Number: Digits>: Equatable {
  var number = 7
  var text = "a text of more than fifteen bytes"
  var list: [Int] = [1, 2]
  var note: String?
}

extension ThreadStress {
  /// Types that eight threads use for the first time, all at once: they make the same plans, mappings
  /// and tables.
  static func types(_ report: inout Report) {
    let count = scaled(5000)
    let wrong = Atomic(0)
    for number in 1...count { use(digits(number), wrong) }
    let found = wrong.load(ordering: .relaxed)
    report.note(
      19, "8 threads x the first use of \(3 * count) types\(sanitizer)", "\(found) wrong",
      isGood: found == 0)
  }

  private static func digits(_ number: Int) -> any Digits.Type {
    func longer<Rest: Digits>(_ rest: Rest.Type) -> any Digits.Type {
      number % 2 == 0 ? Zero<Rest>.self : One<Rest>.self
    }
    return number == 0 ? None.self : longer(digits(number / 2))
  }

  private static func use<Number: Digits>(_ number: Number.Type, _ wrong: borrowing Atomic<Int>) {
    let waiting = Atomic(8)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      // On a machine with fewer processors, not all threads run.
      waiting.subtract(1, ordering: .relaxed)
      for _ in 0..<1000 where waiting.load(ordering: .relaxed) > 0 {}
      let isGood: Bool
      switch thread % 3 {
      case 0: isGood = comesBack(Plain<Number>()) && comesBack(Mapped<Number>())
      case 1: isGood = comesBack(Mapped<Number>()) && comesBackDirectly(Direct<Number>())
      default: isGood = comesBackDirectly(Direct<Number>()) && comesBack(Plain<Number>())
      }
      if !isGood { wrong.add(1, ordering: .relaxed) }
    }
  }

  private static func comesBack<Model: Codable & Equatable>(_ model: Model) -> Bool {
    (try? JSON.decode(Model.self, from: JSON.encode(model))) == model
      && (try? Binary.decode(Model.self, from: Binary.encode(model))) == model
  }

  private static func comesBackDirectly<Model: DirectCodable & Equatable>(
    _ model: Model
  ) -> Bool {
    (try? JSON.decode(Model.self, from: JSON.encode(model))) == model
      && (try? Binary.decode(Model.self, from: Binary.encode(model))) == model
  }
}
