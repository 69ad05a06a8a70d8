#if FERRY_YAML
import FerryConfiguration
import FerryMacros
import FerryTestSupport
import Testing

/// The settings.
/// With a second line, and `#` signs: "quotes".
@DirectCodable
struct DocumentedSettings: Equatable {
  /// A server.
  @DirectCodable
  struct Server: Equatable {
    /// The name of the host.
    var host = "localhost"
    /** The port,
     * in a block comment. */
    @Key("port-number") var port = 80
    var plain = 0
  }

  /// An element.
  @DirectCodable
  struct Leaf: Equatable {
    /// The leaves below.
    var leaves: [Leaf] = []
    /// The name of the leaf.
    var name = "leaf"
  }

  @DirectCodable
  struct Shared: Equatable {
    /// A member of the object around it.
    var sharedMember = 1
  }

  @DirectCodable
  enum Mode: Equatable {
    /// Not the comment of the member.
    case fast
    case slow(
      delay: Int)
  }

  var server = Server()
  /// The other servers.
  var others: [Server] = [Server(), Server()]
  var byName: [String: Server] = ["a": Server()]
  /// May be missing.
  var maybe: Server? = Server()
  var tree: Leaf = Leaf(leaves: [Leaf()])
  var mode = Mode.fast
  @Flatten var shared = Shared()
  /// Text of several lines.
  var text = "# not a comment\nline\n"
}

@Suite("Comments from a model")
struct DocumentedModelTests {
  static let text = """
    # The settings.
    # With a second line, and `#` signs: "quotes".
    # A server.
    server:
      # The name of the host.
      host: localhost
      # The port,
      # in a block comment.
      port-number: 80
      plain: 0
    # The other servers.
    others:
    # The name of the host.
    - host: localhost
      # The port,
      # in a block comment.
      port-number: 80
      plain: 0
    # The name of the host.
    - host: localhost
      # The port,
      # in a block comment.
      port-number: 80
      plain: 0
    byName:
      # A server.
      a:
        # The name of the host.
        host: localhost
        # The port,
        # in a block comment.
        port-number: 80
        plain: 0
    # May be missing.
    maybe:
      # The name of the host.
      host: localhost
      # The port,
      # in a block comment.
      port-number: 80
      plain: 0
    # An element.
    tree:
      # The leaves below.
      leaves:
      - leaves: []
        name: leaf
      # The name of the leaf.
      name: leaf
    mode:
      fast: {}
    # Text of several lines.
    text: |
      # not a comment
      line
    # A member of the object around it.
    sharedMember: 1

    """

  @Test("a document has the doc comments of its model, also of nested models")
  func comments() throws {
    var encoder = YAML.Encoder()
    encoder.addComments(of: DocumentedSettings.self)
    let text = try encoder.string(DocumentedSettings())
    #expect(text == Self.text)
    #expect(try YAML.decode(DocumentedSettings.self, from: text) == DocumentedSettings())
  }

  @Test("PyYAML and ruamel.yaml read a documented file, and ruamel.yaml keeps all comments")
  func otherReaders() throws {
    var input = ""
    for variant in 0..<6 {
      var encoder = YAML.Encoder()
      encoder.indent = variant % 3 + 2
      encoder.style.flowWidth = variant > 2 ? 30 : nil
      encoder.addComments(of: DocumentedSettings.self)
      var settings = DocumentedSettings()
      settings.text = "text"
      let text = try encoder.string(settings)
      let comments = text.split(separator: "\n").map { $0.drop { $0 == " " } }
        .filter { $0.hasPrefix("#") }
      #expect(comments.count > 10)
      input +=
        try JSON.string([text, JSON.string(settings), comments.joined(separator: "\n")]) + "\n"
    }
    try OtherYAMLReaders.check(input)
  }

  @Test("the strategy for keys applies to the paths of comments, and own comments stay")
  func options() throws {
    var encoder = YAML.Encoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.style.comments["text"] = "own"
    encoder.addComments(of: DocumentedSettings.self)
    let text = try encoder.string(DocumentedSettings())
    #expect(text.contains("# A member of the object around it.\nshared_member: 1\n"))
    #expect(text.contains("# own\ntext: |\n"))
  }

  @Test("a type without a description has no comments")
  func plain() throws {
    struct Plain: Codable {
      /// Not visible.
      var a = 1
    }
    var encoder = YAML.Encoder()
    encoder.addComments(of: Plain.self)
    #expect(try encoder.string(Plain()) == "a: 1\n")
    encoder.addComments(of: [String: DocumentedSettings.Server?].self)
    #expect(
      try encoder.string(["x": DocumentedSettings.Server()])
        .hasPrefix("# A server.\nx:\n  # The name of the host.\n  host: localhost\n"))
  }
}
#endif
