import FerryMacros

/// An outline in GeoJSON: nearly nothing but floating point numbers of 15 to 17 digits.
public enum Canada {
  /// The document.
  @DirectCodable(codable: false)
  public struct FeatureCollection: BenchmarkModel {
    let type: String
    let features: [Feature]
  }

  /// One thing on the map.
  @DirectCodable(codable: false)
  struct Feature: BenchmarkModel {
    let type: String
    let properties: Properties
    let geometry: Geometry
  }

  /// The name of a thing.
  @DirectCodable(codable: false)
  struct Properties: BenchmarkModel {
    let name: String
  }

  /// The rings of points that bound it.
  @DirectCodable(codable: false)
  struct Geometry: BenchmarkModel {
    let type: String
    let coordinates: [[Position]]
  }

  /// A point in degrees; on the wire a list of the two numbers (RFC 7946, section 3.1.1).
  struct Position: Equatable {
    let longitude: Double
    let latitude: Double
  }
}
