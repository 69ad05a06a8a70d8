internal import FerryBase

/// The effect of a change on the members of a container.
enum MemberEffect {
  /// It adds a member with this key at the end; an index for an array.
  case appends(WirePath.Step)
  /// It deletes members, and takes the place of the changes that delete a part of them.
  case deletes(DeletedMembers.Run)
  /// It inserts an element before another one.
  case inserts(InsertedElements.Place)
  /// It changes the first key to the second one.
  case renames(String, String)
  /// Anything.
  case any
}

/// An edit that can join pending changes of the same kind.
enum JoiningEdit { case deletion, insertion, renaming }

/// The paths of values whose text has pending changes.
struct TouchedPaths {
  private var paths: Set<ValueEdit.Steps> = []
  /// All paths above ``paths``.
  private var above: Set<ValueEdit.Steps> = []
  /// The new keys of containers that only have more members at their ends; an index for an
  /// array.
  private var appended: [ValueEdit.Steps: Set<WirePath.Step>] = [:]
  /// The members that containers lose.
  private(set) var deleted: [ValueEdit.Steps: DeletedMembers] = [:]
  /// The elements that arrays get before others.
  private var inserted: [ValueEdit.Steps: InsertedElements] = [:]
  /// The number of changes whose paths these are.
  private var count = 0
  /// The former and the new keys of objects whose members only have other keys.
  private var renamed: [ValueEdit.Steps: Set<String>] = [:]

  /// Adds a path and the effect on the members of the container there.
  mutating func insert(_ steps: ValueEdit.Steps, _ effect: MemberEffect) {
    let isNew = paths.insert(steps).inserted
    if case .appends(let key) = effect, isNew || appended[steps] != nil {
      appended[steps, default: []].insert(key)
    } else {
      appended[steps] = nil
    }
    if case .renames(let old, let new) = effect, isNew || renamed[steps] != nil {
      renamed[steps, default: []].formUnion([old, new])
    } else {
      renamed[steps] = nil
    }
    if case .deletes(let run) = effect { deleted[steps, default: .init()].insert(run) }
    if case .inserts(let place) = effect {
      inserted[steps, default: .init()].insert(count, at: place)
    }
    count += 1
    var steps = steps
    while steps.popLast() != nil, above.insert(steps).inserted {}
  }

  /// Whether `steps` is one of the paths.
  func contains(_ steps: ValueEdit.Steps) -> Bool { paths.contains(steps) }

  /// Whether another member can be added to the end of the container at `steps` as it was.
  func canAppend(_ key: WirePath.Step?, to steps: ValueEdit.Steps) -> Bool {
    guard case .key(let name)? = key, let keys = appended[steps] else { return false }
    return keys.contains(.index(0)) ? name == "-" : !keys.contains(.key(name))
  }

  /// Returns the keys that are new in the object at `steps`.
  func appendedKeys(at steps: ValueEdit.Steps) -> Set<String> {
    Set(appended[steps, default: []].compactMap { if case .key(let key) = $0 { key } else { nil } })
  }

  /// Returns the place of a new element with an index in the array at `steps`.
  func place(ofNewElement index: Int, in steps: ValueEdit.Steps) -> InsertedElements.Place {
    inserted[steps, default: .init()].place(ofIndex: index)
  }

  /// Whether an edit of a member can join the changes of the container at `steps`.
  func canJoin(_ edit: JoiningEdit?, of key: WirePath.Step?, in steps: ValueEdit.Steps) -> Bool {
    switch (edit, key) {
    case (.deletion, _?): deleted[steps] != nil
    case (.insertion, .index?), (.insertion, .keyOrIndex?): inserted[steps] != nil
    case (.renaming, .key(let name)?): renamed[steps].map { !$0.contains(name) } ?? false
    default: false
    }
  }

  /// Whether one of the paths is `steps` or above it.
  func contains(prefixOf steps: ValueEdit.Steps) -> Bool {
    (0...steps.count).contains { paths.contains(Array(steps[..<$0])) }
  }

  /// Whether one of the paths is below `steps`.
  func contains(above steps: ValueEdit.Steps) -> Bool { above.contains(steps) }

  /// The numbers of the changes, in the order in which new elements follow each other.
  var order: [Int] {
    var order = Array(0..<count)
    for elements in inserted.values { elements.arrange(&order) }
    return order
  }
}

/// The elements that an array gets before others, by the positions of those in the text.
struct InsertedElements {
  struct Place {
    /// The position of the element behind the new one.
    var position: Int
    /// The number of new elements between the element before `position` and the new one.
    var rank: Int
  }

  /// The changes that insert before a position, in the order of their elements.
  private var groups: [(position: Int, changes: [Int])] = []

  /// Adds the change with a number.
  mutating func insert(_ change: Int, at place: Place) {
    let index = groups.partitioningIndex { $0.position >= place.position }
    if index == groups.count || groups[index].position > place.position {
      groups.insert((place.position, []), at: index)
    }
    groups[index].changes.insert(change, at: place.rank)
  }

  /// Returns the place of a new element with an index.
  func place(ofIndex index: Int) -> Place {
    var position = index
    for group in groups.indices {
      if groups[group].position > position { break }
      let rank = position - groups[group].position
      let count = groups[group].changes.count
      if rank <= count { return Place(position: groups[group].position, rank: rank) }
      position -= count
    }
    return Place(position: position, rank: 0)
  }

  /// Exchanges the changes of each position in a list of all changes.
  func arrange(_ order: inout [Int]) {
    for (_, changes) in groups {
      for (place, change) in zip(changes.sorted(), changes) { order[place] = change }
    }
  }
}

/// The members that a container loses, by their positions in the text.
struct DeletedMembers {
  /// Members without another one between them.
  struct Run {
    var members: Range<Int>
    /// The bytes that are deleted with them.
    var bytes: [Range<Int>]
  }

  /// Runs with other members between them, in order.
  private var runs: [Run] = []

  /// Adds a run in place of all that it contains.
  mutating func insert(_ run: Run) { runs.replaceSubrange(indices(in: run.members), with: [run]) }

  /// Returns the bytes that are deleted with some of `members`.
  func bytes(of members: Range<Int>) -> [Range<Int>] {
    runs[indices(in: members)].flatMap(\.bytes)
  }

  /// Returns the run that arises if the member at `position` is deleted as well; nil if it is deleted.
  func run(with position: Int) -> Range<Int>? {
    let next = firstRun(from: position)
    var run = position..<position + 1
    if next < runs.count, runs[next].members.lowerBound <= run.upperBound {
      if runs[next].members.lowerBound == position { return nil }
      run = run.lowerBound..<runs[next].members.upperBound
    }
    if next > 0, runs[next - 1].members.upperBound >= position {
      if runs[next - 1].members.upperBound > position { return nil }
      run = runs[next - 1].members.lowerBound..<run.upperBound
    }
    return run
  }

  /// Whether the run is one of these, and not a part of a longer one.
  func contains(_ run: Run) -> Bool {
    let index = firstRun(from: run.members.lowerBound)
    return index < runs.count && runs[index].members == run.members
  }

  /// Returns the position of the element with an index among the elements that are left.
  func position(ofIndex index: Int) -> Int {
    var position = index
    for run in runs {
      if run.members.lowerBound > position { break }
      position += run.members.count
    }
    return position
  }

  /// Returns the indices of the runs in a range of members.
  private func indices(in members: Range<Int>) -> Range<Int> {
    let first = firstRun(from: members.lowerBound)
    var end = first
    while end < runs.count, runs[end].members.upperBound <= members.upperBound { end += 1 }
    return first..<end
  }

  /// Returns the index of the first run that begins at `position` or behind it.
  private func firstRun(from position: Int) -> Int {
    runs.partitioningIndex { $0.members.lowerBound >= position }
  }
}
