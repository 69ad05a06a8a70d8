internal import CLibYAML
internal import FerryBase

/// The properties of a node (YAML 1.2, section 6.9): its anchor and its tag.
struct NodeProperties {
  var anchor: String?
  var tag: String?

  /// Calls `body` with the bytes of `text` and a zero after them, or with nil for nil.
  static func withPointer(
    to text: String?, _ body: (UnsafePointer<UInt8>?) throws(WireFailure) -> Void
  ) throws(WireFailure) {
    guard let text else { return try body(nil) }
    try (Array(text.utf8) + [0]).withByteView { bytes throws(WireFailure) in
      try unsafe body(bytes.start)
    }
  }
}

extension YAMLEmitter {
  /// Starts an array or an object with properties.
  @inline(never)
  mutating func startMarked(isMap: Bool, isFlow: Bool) throws(WireFailure) {
    try unsafe withProperties { emitter, anchor, tag throws(WireFailure) in
      let isImplicit: Int32 = unsafe tag == nil ? 1 : 0
      try unsafe emitter.emit(
        isMap
          ? yaml_mapping_start_event_initialize(
            emitter.event, anchor, tag, isImplicit,
            isFlow ? YAML_FLOW_MAPPING_STYLE : YAML_BLOCK_MAPPING_STYLE)
          : yaml_sequence_start_event_initialize(
            emitter.event, anchor, tag, isImplicit,
            isFlow ? YAML_FLOW_SEQUENCE_STYLE : YAML_BLOCK_SEQUENCE_STYLE))
    }
  }

  /// Writes a scalar with properties.
  @inline(never)
  mutating func scalarMarked(_ text: ByteView, style: YAMLScalarStyle) throws(WireFailure) {
    try unsafe withProperties { emitter, anchor, tag throws(WireFailure) in
      let isImplicit: Int32 = unsafe tag == nil ? 1 : 0
      try unsafe emitter.emit(
        yaml_scalar_event_initialize(
          emitter.event, anchor, tag, text.start, Int32(clamping: text.count), isImplicit,
          isImplicit, Self.style(style)))
    }
  }

  /// Calls `body` with the properties of the next value, which the event copies, and removes them.
  private mutating func withProperties(
    _ body: (inout Self, UnsafePointer<UInt8>?, UnsafePointer<UInt8>?) throws(WireFailure) -> Void
  ) throws(WireFailure) {
    let properties = self.properties
    self.properties = nil
    try unsafe NodeProperties.withPointer(to: properties?.anchor) { anchor throws(WireFailure) in
      try unsafe NodeProperties.withPointer(to: properties?.tag) { tag throws(WireFailure) in
        try unsafe body(&self, anchor, tag)
      }
    }
  }
}
