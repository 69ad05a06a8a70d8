import FerryConfiguration

struct Settings: Codable {
  var host: String
  var port: Int
}

var configuration = LayeredConfiguration()
try configuration.add("host: localhost\nport: 8080\n", name: "defaults")
try configuration.add(contentsOf: "settings.yaml", isOptional: true)
try configuration.addEnvironment(prefix: "APP_")  // APP_PORT=9090

let settings = try configuration.decode(Settings.self)
print("\(settings.host):\(settings.port)")
print(configuration.explanation)  // the origin of each value
