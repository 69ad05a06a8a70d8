internal import FerryBase

/// The effect of a change on the members of a container.
enum MemberEffect {
  /// It adds a member with this key at the end; an index for an array.
  case appends(WirePath.Step)
  /// It deletes members, and takes the place of the changes that delete a part of them.
  case deletes(DeletedMembers.Run)
  /// It changes the first key to the second one.
  case renames(String, String)
  /// Anything.
  case any
}

/// An edit that can join pending changes of the same kind.
enum JoiningEdit { case deletion, renaming }

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

  /// Whether an edit of a member can join the changes of the container at `steps`.
  func canJoin(_ edit: JoiningEdit?, of key: WirePath.Step?, in steps: ValueEdit.Steps) -> Bool {
    switch (edit, key) {
    case (.deletion, _?): deleted[steps] != nil
    case (.renaming, .key(let name)?): renamed[steps].map { !$0.contains(name) } ?? false
    default: false
    }
  }

  /// Whether one of the paths is below `steps`.
  func contains(above steps: ValueEdit.Steps) -> Bool { above.contains(steps) }
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
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].members.lowerBound < position { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
