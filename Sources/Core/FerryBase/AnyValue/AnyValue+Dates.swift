extension AnyValue.Number {
  /// The forms of numbers whose text does not tell them.
  package enum Form: Sendable {
    /// A float of four bytes, see ``Node/single``.
    case single
    /// A date.
    case date(DateForm)
  }

  /// The forms of dates on a tape. The raw value is the length of the node.
  package enum DateForm: UInt8, Sendable {
    /// A double of seconds since 2001.
    case reference
    /// See ``Node/epochDate``.
    case epochDate
    /// See ``Node/epochTime``.
    case epochTime
    /// See ``Node/epochDays``.
    case epochDays
  }

  /// Creates the number of the date at `index`, as text formats write it.
  init(_ view: TapeView, dateAt index: Int) {
    self.init(
      text: view.timeText(ofDate: index) ?? Self(view.number(ofDate: index)).text,
      form: DateForm(rawValue: UInt8(truncatingIfNeeded: view[index].length)).map { .date($0) })
  }

  /// Creates a number in the shortest form that is a `Float`, with a fraction or an exponent.
  init(float value: Float) {
    if value.isFinite {
      self.init(text: value.description)
    } else {
      self.init(Double(value))
    }
  }

  /// The whole seconds and the nanoseconds of a date with up to nine digits of a fraction.
  fileprivate var time: (seconds: Int64, nanoseconds: UInt64)? {
    var total: Int128 = 0
    var places: Int?
    for byte in text.utf8 where byte != UInt8(ascii: "-") {
      if byte == UInt8(ascii: ".") {
        places = 0
      } else {
        total = total * 10 + Int128(byte &- UInt8(ascii: "0"))
        if let some = places { places = some + 1 }
      }
    }
    for _ in (places ?? 0)..<9 { total *= 10 }
    if text.utf8.first == UInt8(ascii: "-") { total = -total }
    let nanoseconds = (total % 1_000_000_000 + 1_000_000_000) % 1_000_000_000
    guard let seconds = Int64(exactly: (total - nanoseconds) / 1_000_000_000) else { return nil }
    return (seconds, UInt64(nanoseconds))
  }
}

extension Tape {
  /// Appends a number: in the form that it had, as its text, or as a double that is not finite.
  package mutating func append(_ number: AnyValue.Number) throws(WireFailure) {
    switch number.form {
    case .date(let form): try append(number, form)
    case .single: try append(single: number.double)
    case nil where number.isFinite: try append(.numberText, copying: number.text)
    case nil: try append(number.double)
    }
  }

  private mutating func append(
    _ number: AnyValue.Number, _ form: AnyValue.Number.DateForm
  ) throws(WireFailure) {
    let length = Int(form.rawValue)
    switch form {
    case .reference, .epochDate:
      try append(Node(.date, length: length), number.double.bitPattern)
    case .epochTime, .epochDays:
      guard let (seconds, nanoseconds) = number.time else {
        return try append(.numberText, copying: number.text)
      }
      try append(
        Node(.date, length: length, payload: Int(nanoseconds)), UInt64(bitPattern: seconds))
    }
  }
}
