import FerryBase
import FerryTestSupport
import Foundation
import Testing

@Suite("CodingTrail")
struct CodingTrailTests {
  private static let document: AnyValue = [
    "a": [1, ["b": nil, "c": [[], [true]]], "x"], "d": ["e": ["f": 0]], "g": [:],
  ]

  /// Every node of a document with the way to it, found by walking.
  private func nodes(_ view: TapeView) -> [(index: Int, steps: [String])] {
    var found: [(Int, [String])] = []
    func walk(_ index: Int, _ steps: [String]) {
      found.append((index, steps))
      let node = view[index]
      guard node.kind == .list || node.kind == .map else { return }
      var position = index + 1
      var ordinal = 0
      while position < node.payload {
        if node.kind == .map {
          let key = view.string(view[position])
          walk(position + 1, steps + [key])
          position = view.next(position + 1)
        } else {
          walk(position, steps + ["\(ordinal)"])
          position = view.next(position)
        }
        ordinal += 1
      }
    }
    walk(0, [])
    return found
  }

  private func describe(_ steps: [CodingTrail.Step], _ view: TapeView) -> [String] {
    steps.map { step in
      switch step {
      case .key(let node): view.string(view[node])
      case .index(let index): "\(index)"
      }
    }
  }

  @Test("a new trail finds the path to every node")
  func newTrails() throws {
    try Sketch.view(of: Self.document) { view in
      for (index, steps) in nodes(view) {
        var trail = CodingTrail()
        #expect(describe(trail.steps(to: index, in: view), view) == steps)
      }
    }
  }

  @Test("one trail finds the paths in any order")
  func oneTrail() throws {
    var random = SeededGenerator(for: "CodingTrail")
    for _ in 0..<20 {
      let value = random.anyValue(depth: 5)
      try Sketch.view(of: value) { view in
        let all = nodes(view)
        var trail = CodingTrail()
        for _ in 0..<(4 * all.count) {
          let (index, steps) = all[random.int(0..<all.count)]
          let found = describe(trail.steps(to: index, in: view), view)
          if found != steps { #expect(found == steps) }
        }
      }
    }
  }

  @Test("a key's own node leads to the member")
  func keys() throws {
    try Sketch.view(of: Self.document) { view in
      var trail = CodingTrail()
      #expect(describe(trail.steps(to: 1, in: view), view) == ["a"])
    }
  }

  @Test("no path leads after the last value, whatever was requested before")
  func behindTheEnd() throws {
    for document in [Self.document, [[1, [2, 3.5]]], ["a": 1], []] {
      try Sketch.view(of: document) { view in
        var trail = CodingTrail()
        for index in 0..<view.count {
          _ = trail.steps(to: index, in: view)
          for beyond in 0..<3 {
            #expect(trail.steps(to: view.count + beyond, in: view).isEmpty)
          }
        }
      }
    }
  }

  @Test("each word is part of a value, or its key")
  func words() throws {
    try Sketch.view(of: Self.document) { view in
      let values = Set(nodes(view).map(\.index))
      var trail = CodingTrail()
      for index in 0..<view.count {
        let value = trail.value(at: index, in: view)
        #expect(values.contains(value))
        #expect(values.contains(index) ? value == index : value <= index + 1)
      }
      #expect(trail.value(at: view.count, in: view) == 0)
    }
  }

  @Test("a scalar at the root has an empty path")
  func scalar() throws {
    try Sketch.view(of: 7) { view in
      var trail = CodingTrail()
      #expect(trail.steps(to: 0, in: view).isEmpty)
    }
  }

  @Test("finding each of many siblings in turn takes linear time", arguments: [true, false])
  func linearTime(isMap: Bool) throws {
    func time(_ count: Int) throws -> Double {
      let elements = (0..<count).map { AnyValue.array([.number(.init($0))]) }
      var members = AnyValue.Object()
      if isMap {
        for (index, element) in elements.enumerated() { members.append("\(index)", element) }
      }
      return try Sketch.view(of: isMap ? .object(members) : .array(elements)) { view in
        try (0..<3).map { _ in
          var trail = CodingTrail()
          var index = 1
          let start = clock()
          for ordinal in 0..<count {
            let value = isMap ? index + 1 : index
            let steps = trail.steps(to: value + 1, in: view)
            try #require(steps.count == 2 && (isMap || steps[0] == .index(ordinal)))
            index = view.next(value)
          }
          return Double(clock() - start)
        }.min() ?? 0
      }
    }
    let (short, long) = (try time(1250), try time(20_000))
    // Sixteen times the siblings: 16 if linear, 256 if quadratic.
    #expect(long < 80 * short + 1000)
  }
}
