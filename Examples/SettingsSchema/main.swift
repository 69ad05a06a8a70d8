import FerryMacros
import FerrySchema

/// The settings of the service.
@DirectCodable
struct Settings {
  /// The host name.
  @Length(1...80) var host: String
  @Range(1...65535) var port = 8080
  @OneOf("debug", "info", "error") var level = "info"
  @Pattern("^[a-z]+$") var zones: [String] = []
}

var encoder = JSON.Encoder()
encoder.outputFormatting = .prettyPrinted
print(try encoder.string(JSON.schema(for: Settings.self)))

let settings = """
  hots: example.com
  port: 70000
  level: verbose
  zones: [north, SOUTH]

  """
for failure in YAML.document(settings).failures(of: Settings.self) { print(failure) }
