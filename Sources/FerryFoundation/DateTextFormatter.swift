public import FerryEssentials

/// A formatter that reads and writes dates as text.
///
/// Foundation's `DateFormatter` is one after `import FerryDropIn`. Ferry itself does not link the
/// parts of Foundation that contain the calendars and languages of the world.
public protocol DateTextFormatter: Sendable {
  /// Returns the date of a text; `nil` if the text has another format.
  func date(from text: String) -> Date?

  /// Returns the text of a date.
  func string(from date: Date) -> String
}
