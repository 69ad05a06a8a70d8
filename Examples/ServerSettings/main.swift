import FerryConfiguration

struct Settings: Codable {
  var host = "localhost"
  var port = 8080
  var token = Secret("")
}

var configuration = LayeredConfiguration()
try configuration.add(Settings())  // defaults
try configuration.add(contentsOf: "settings.yaml", isOptional: true)
try configuration.addEnvironment(prefix: "APP_")  // APP_PORT=9090

let settings = try configuration.decode(Settings.self)
print("\(settings.host):\(settings.port) with token \(settings.token)")
print(configuration.explanation)  // the origin of each value
