extension Array {
  /// Returns the index of the first element for which `isBehind` returns true. It must return true
  /// for all later elements too.
  @inlinable
  package func partitioningIndex(_ isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
