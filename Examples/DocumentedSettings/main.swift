import FerryConfiguration
import FerryMacros

/// The settings of the service.
@DirectCodable
struct Settings {
  /// The address that the service listens on.
  @DirectCodable
  struct Server {
    var host = "localhost"
    /// 1 to 65535. Ports below 1024 need privileges.
    @Range(1...65535) var port = 8080
  }

  var server = Server()
  /// The least important messages in the log: debug, info or error.
  @OneOf("debug", "info", "error") var level = "info"
  /// The zones that take over.
  /// The first one is the nearest.
  var zones = ["eu", "us"]
}

var encoder = YAML.Encoder()
encoder.style["zones"] = .flow
encoder.addComments(of: Settings.self)
print(try encoder.string(Settings()), terminator: "")
