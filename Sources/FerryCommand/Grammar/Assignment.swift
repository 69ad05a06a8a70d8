/// An argument `PATH` or `PATH=VALUE`.
struct Assignment {
  let path: String
  let value: String?

  /// The first `=` outside of brackets separates the two: a key that has one in it can be quoted.
  init(_ argument: String) {
    var depth = 0
    for index in argument.indices {
      switch argument[index] {
      case "[": depth += 1
      case "]": depth -= 1
      case "=" where depth == 0:
        path = String(argument[..<index])
        value = String(argument[argument.index(after: index)...])
        return
      default: break
      }
    }
    path = argument
    value = nil
  }
}
