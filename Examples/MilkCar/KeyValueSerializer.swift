import FerryMilk
import Foundation

/// A format that Ferry does not have: a path and a value on each line.
final class KeyValueSerializer: TreeSerializer {
  override func bytes(of tree: AnyValue) throws -> [UInt8] {
    var lines: [String] = []
    collect(tree, at: .root, into: &lines)
    return Array(lines.joined(separator: "\n").utf8)
  }

  private func collect(_ value: AnyValue, at path: WirePath, into lines: inout [String]) {
    switch value {
    case .object(let members):
      for (key, value) in members {
        collect(value, at: path.appending(WirePath(keys: key)), into: &lines)
      }
    case .array(let elements):
      for (index, value) in elements.enumerated() {
        collect(value, at: path.appending(WirePath(steps: [.index(index)])), into: &lines)
      }
    case .string(let text): lines.append("\(path) = \(text)")
    case .number(let number): lines.append("\(path) = \(number)")
    default: lines.append("\(path) = -")
    }
  }
}
