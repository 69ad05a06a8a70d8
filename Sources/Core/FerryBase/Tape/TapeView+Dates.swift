// Dates keep the number of their document, because no double of another epoch holds all of them.
extension TapeView {
  /// Returns the seconds since 2001 of the date at `index`, as `Date` counts them.
  package func secondsSince2001(ofDate index: Int) -> Double {
    if let (seconds, nanoseconds) = time(ofDate: index) {
      return Double(seconds) - Node.epochDistance + Double(nanoseconds) / 1e9
    }
    let number = Double(bitPattern: word(after: index))
    return self[index].length == Node.epochDate ? number - Node.epochDistance : number
  }

  /// Returns the whole seconds since 1970 of the date at `index`, and its nanoseconds; `nil` for a
  /// date that is a double.
  package func time(ofDate index: Int) -> (seconds: Int64, nanoseconds: Int)? {
    let node = self[index]
    guard node.length >= Node.epochTime else { return nil }
    return (Int64(bitPattern: word(after: index)), node.payload)
  }

  /// Returns the number of the date at `index`: seconds since the year that its document counts from.
  package func number(ofDate index: Int) -> Double {
    guard var text = timeText(ofDate: index) else { return Double(bitPattern: word(after: index)) }
    return text.withByteView { DecimalParsing.double($0) }
  }

  /// Returns the number of the date at `index` without loss, in the grammar of JSON; `nil` for a date
  /// that is a double.
  package func timeText(ofDate index: Int) -> String? {
    guard let (seconds, nanoseconds) = time(ofDate: index) else { return nil }
    if nanoseconds == 0 { return "\(seconds)" }
    let total = Int128(seconds) * 1_000_000_000 + Int128(nanoseconds)
    let (whole, fraction) = total.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    var digits = String(UInt64(fraction) + 1_000_000_000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(total < 0 ? "-" : "")\(UInt64(whole)).\(digits)"
  }
}
