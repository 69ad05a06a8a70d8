import FerryBase
import Testing

/// Names of properties and what each style makes of them.
struct KeyStyleCase: Sendable, CustomStringConvertible {
  let property: String
  let snake: String

  init(_ property: String, _ snake: String) {
    self.property = property
    self.snake = snake
  }

  var description: String { property }
}

@Suite struct KeyStyleTests {
  static let snakeCases = [
    KeyStyleCase("name", "name"),
    KeyStyleCase("firstName", "first_name"),
    KeyStyleCase("catID", "cat_id"),
    KeyStyleCase("catIDs", "cat_ids"),
    KeyStyleCase("IDs", "ids"),
    KeyStyleCase("URLsByName", "urls_by_name"),
    KeyStyleCase("userID2", "user_id2"),
    KeyStyleCase("URLString", "url_string"),
    KeyStyleCase("myURLProperty", "my_url_property"),
    KeyStyleCase("HTMLToPDF", "html_to_pdf"),
    KeyStyleCase("iPhone", "i_phone"),
    KeyStyleCase("aBTest", "a_b_test"),
    KeyStyleCase("isSet", "is_set"),
    KeyStyleCase("hasStarted", "has_started"),
    KeyStyleCase("SSLStatus", "ssl_status"),
    KeyStyleCase("address2Line", "address2_line"),
    KeyStyleCase("sha256Hash", "sha256_hash"),
    KeyStyleCase("ISO8601Date", "iso8601_date"),
    KeyStyleCase("x", "x"),
    KeyStyleCase("X", "x"),
    KeyStyleCase("already_snake_case", "already_snake_case"),
    KeyStyleCase("mixed_Case", "mixed_case"),
    KeyStyleCase("_private", "_private"),
    KeyStyleCase("__twoEnds_", "__two_ends_"),
    KeyStyleCase("___", "___"),
    KeyStyleCase("", ""),
    KeyStyleCase("größeÄndern", "größe_ändern"),
    KeyStyleCase("名前", "名前"),
    KeyStyleCase("raw identifier", "raw_identifier"),
  ]

  @Test("snake case keeps acronyms whole", arguments: snakeCases)
  func snakeCaseKeepsAcronymsWhole(_ name: KeyStyleCase) {
    #expect(KeyStyle.snakeCase.name(of: name.property) == name.snake)
  }

  @Test("a name that is in a style stays the same", arguments: snakeCases)
  func aNameInAStyleStaysInIt(_ name: KeyStyleCase) {
    for style in [KeyStyle.snakeCase, .kebabCase, .screamingSnakeCase] {
      let once = style.name(of: name.property)
      #expect(style.name(of: once) == once, "\(style)")
    }
  }

  @Test(
    "each style has its own spelling",
    arguments: [
      (KeyStyle.flatCase, "myurlproperty"), (.upperCase, "MYURLPROPERTY"),
      (.camelCase, "myUrlProperty"), (.pascalCase, "MyUrlProperty"),
      (.snakeCase, "my_url_property"), (.screamingSnakeCase, "MY_URL_PROPERTY"),
      (.kebabCase, "my-url-property"), (.screamingKebabCase, "MY-URL-PROPERTY"),
    ])
  func eachStyleHasItsSpelling(_ style: KeyStyle, _ spelling: String) {
    #expect(style.name(of: "myURLProperty") == spelling)
  }
}
