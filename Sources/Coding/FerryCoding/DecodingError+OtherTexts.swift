// The errors of other code that nothing but their text identifies.

extension DecodingError {
  /// Whether the standard library's `RawRepresentable` has thrown the error for a raw value of `type`.
  func isInvalidRawValue(of type: any Any.Type) -> Bool {
    guard case .dataCorrupted(let context) = self, context.underlyingError == nil else {
      return false
    }
    return context.debugDescription.hasPrefix("Cannot initialize \(type) from invalid ")
  }
}
