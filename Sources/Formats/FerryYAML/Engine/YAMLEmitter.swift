internal import CLibYAML
internal import FerryBase

/// libyaml's emitter and its memory.
///
/// When the buffer of the emitter is full, its bytes go straight to the output of the caller. The
/// emitter has that output only during a call: see ``exchange(_:)``.
@safe
struct YAMLEmitter: ~Copyable {
  // Raw memory instead of stored properties, because libyaml keeps addresses of both.
  private let emitter: UnsafeMutablePointer<yaml_emitter_t>
  let event: UnsafeMutablePointer<yaml_event_t>
  /// The output of the write handler. It must stay at its address.
  private let sink: UnsafeMutablePointer<ByteWriter>
  private let isReady: Bool
  /// The anchor and the tag of the next value, if it has one of them.
  var properties: NodeProperties?

  init(_ options: YAMLWriter.Options) {
    unsafe emitter = .allocate(capacity: 1)
    unsafe event = .allocate(capacity: 1)
    unsafe sink = .allocate(capacity: 1)
    unsafe sink.initialize(to: ByteWriter(capacity: 64))
    // Fails only without memory. The emitter then has no memory to release.
    isReady = unsafe yaml_emitter_initialize(emitter) == 1
    guard isReady else { return }
    unsafe yaml_emitter_set_output(
      emitter,
      { data, buffer, size in
        guard let data = unsafe data, let buffer = unsafe buffer else { return 0 }
        unsafe data.assumingMemoryBound(to: ByteWriter.self).pointee
          .append(ByteView(start: buffer, count: size))
        return 1
      }, unsafe sink)
    unsafe yaml_emitter_set_encoding(emitter, YAML_UTF8_ENCODING)
    unsafe yaml_emitter_set_unicode(emitter, options.onlyASCII ? 0 : 1)
    unsafe yaml_emitter_set_indent(emitter, Int32(clamping: options.indent))
    unsafe yaml_emitter_set_width(emitter, Int32(clamping: options.width))
    unsafe yaml_emitter_set_break(emitter, options.breaksWithCRLF ? YAML_CRLN_BREAK : YAML_LN_BREAK)
  }

  deinit {
    // Releases the queued events, too.
    if isReady { unsafe yaml_emitter_delete(emitter) }
    unsafe sink.deinitialize(count: 1)
    unsafe sink.deallocate()
    unsafe event.deallocate()
    unsafe emitter.deallocate()
  }

  /// Swaps `output` with the output of the emitter. Call it before and after each call of the
  /// emitter.
  mutating func exchange(_ output: inout ByteWriter) {
    unsafe swap(&sink.pointee, &output)
  }

  /// Writes the bytes that the emitter has buffered.
  mutating func flush() throws(WireFailure) {
    guard isReady, unsafe yaml_emitter_flush(emitter) == 1 else { throw problem }
  }

  // MARK: Events

  mutating func startStream() throws(WireFailure) {
    try unsafe emit(yaml_stream_start_event_initialize(event, YAML_UTF8_ENCODING))
  }

  mutating func endStream() throws(WireFailure) {
    try unsafe emit(yaml_stream_end_event_initialize(event))
  }

  /// Starts a document. An explicit start is written as `---` even if it is not required.
  mutating func startDocument(isExplicit: Bool) throws(WireFailure) {
    try unsafe emit(yaml_document_start_event_initialize(event, nil, nil, nil, isExplicit ? 0 : 1))
  }

  /// Ends a document. An explicit end is written as `...` even if it is not required.
  mutating func endDocument(isExplicit: Bool) throws(WireFailure) {
    try unsafe emit(yaml_document_end_event_initialize(event, isExplicit ? 0 : 1))
  }

  /// Writes an alias of the value with the anchor `name`.
  mutating func alias(_ name: String) throws(WireFailure) {
    try unsafe NodeProperties.withPointer(to: name) { name throws(WireFailure) in
      // Without a name, the event cannot be created.
      try unsafe emit(name.map { unsafe yaml_alias_event_initialize(event, $0) } ?? 0)
    }
  }

  @inline(__always)
  mutating func start(isMap: Bool, isFlow: Bool) throws(WireFailure) {
    if properties != nil { return try startMarked(isMap: isMap, isFlow: isFlow) }
    try unsafe emit(
      isMap
        ? yaml_mapping_start_event_initialize(
          event, nil, nil, 1, isFlow ? YAML_FLOW_MAPPING_STYLE : YAML_BLOCK_MAPPING_STYLE)
        : yaml_sequence_start_event_initialize(
          event, nil, nil, 1, isFlow ? YAML_FLOW_SEQUENCE_STYLE : YAML_BLOCK_SEQUENCE_STYLE))
  }

  @inline(__always)
  mutating func end(isMap: Bool) throws(WireFailure) {
    try unsafe emit(
      isMap ? yaml_mapping_end_event_initialize(event) : yaml_sequence_end_event_initialize(event))
  }

  /// Writes a scalar in `style`, or in quotes if `style` cannot represent it.
  @inline(__always)
  mutating func scalar(
    _ text: ByteView, style: YAMLScalarStyle
  ) throws(WireFailure) {
    if properties != nil { return try scalarMarked(text, style: style) }
    try unsafe emit(
      yaml_scalar_event_initialize(
        event, nil, nil, text.start, Int32(clamping: text.count), 1, 1, Self.style(style)))
  }

  /// Writes base64 with the tag `!!binary`.
  mutating func binary(_ base64: ByteView) throws(WireFailure) {
    let style = base64.isEmpty ? YAML_DOUBLE_QUOTED_SCALAR_STYLE : YAML_PLAIN_SCALAR_STYLE
    try scalar(base64, tag: "tag:yaml.org,2002:binary", style)
  }

  /// Writes a timestamp in quotes, with the tag `!!timestamp`.
  mutating func timestamp(_ text: ByteView) throws(WireFailure) {
    try scalar(text, tag: "tag:yaml.org,2002:timestamp", YAML_SINGLE_QUOTED_SCALAR_STYLE)
  }

  private mutating func scalar(
    _ text: ByteView, tag: StaticString, _ style: yaml_scalar_style_t
  ) throws(WireFailure) {
    let anchor = properties?.anchor
    // YAML allows one tag for each value.
    if properties?.tag != nil { throw WireFailure(.notRepresentable, offset: -1) }
    properties = nil
    // The memory of a literal is never freed, and the literal ends with a zero.
    try unsafe NodeProperties.withPointer(to: anchor) { anchor throws(WireFailure) in
      try unsafe emit(
        yaml_scalar_event_initialize(
          event, anchor, tag.utf8Start, text.start, Int32(clamping: text.count), 0, 0, style))
    }
  }

  /// Passes the new event to the emitter. Throws if there was no memory to create the event.
  @inline(__always)
  mutating func emit(_ isMade: Int32) throws(WireFailure) {
    // The emitter owns the event from here on, even if the call fails.
    guard isReady, isMade == 1, unsafe yaml_emitter_emit(emitter, event) == 1 else { throw problem }
  }

  @inline(__always)
  static func style(_ style: YAMLScalarStyle) -> yaml_scalar_style_t {
    switch style {
    case .plain: YAML_PLAIN_SCALAR_STYLE
    case .singleQuoted: YAML_SINGLE_QUOTED_SCALAR_STYLE
    case .doubleQuoted: YAML_DOUBLE_QUOTED_SCALAR_STYLE
    case .literal: YAML_LITERAL_SCALAR_STYLE
    case .folded: YAML_FOLDED_SCALAR_STYLE
    }
  }

  private var problem: WireFailure {
    let isRefused = unsafe isReady && emitter.pointee.error == YAML_EMITTER_ERROR
    return WireFailure(isRefused ? .notRepresentable : .sizeLimit, offset: -1)
  }
}
