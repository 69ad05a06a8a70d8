/// Writes what one object needs: its field sets, the slots it is read into, and the writing of it.
///
/// An object is a struct, a class, or the associated values of an enum's case.
struct StructSource {
  let properties: [PropertyModel]
  let tree: FieldTree
  /// The name of the outermost field set.
  let fields: String
  /// The name of the struct that a document is read into.
  let slots: String

  /// - `scope` is the type that holds the generated ones, with a dot behind it, or empty.
  init(
    _ properties: [PropertyModel], scope: String = "", suffix: String = "",
    tag: (key: String, value: String)? = nil
  ) {
    self.properties = properties
    fields = "\(scope)DirectFields\(suffix)"
    slots = "\(scope)DirectSlots\(suffix)"
    tree = FieldTree(properties, tag: tag)
  }

  var flattened: [PropertyModel] { properties.filter(\.isFlattened) }

  /// The name of a level's field set.
  func name(of level: Int) -> String { level == 0 ? fields : "\(fields).Level\(level)" }

  /// Whether the seen keys of the outermost object have to be known in other places than its loop.
  var sharesProgress: Bool {
    tree.levels.count > 1 || properties.contains { $0.decodePaths.count > 1 }
  }

  /// Whether a bit in the field set's mask says that the value has to be there.
  func isRequiredBySlot(_ property: PropertyModel) -> Bool {
    property.isRequired && !property.isFlattened && property.decodePaths.count == 1
  }
}

extension String {
  /// The name without the types around it.
  var unqualified: Substring { self[(lastIndex(of: ".").map(index(after:)) ?? startIndex)...] }
}
