package import FerryBase
internal import FerryJSONEngine

/// The published meta-schemas of the supported drafts. Their license is beside them.
package enum MetaSchemas {
  /// Returns the meta-schema with a URI, or `nil`.
  package static func document(_ uri: String) -> AnyValue? {
    files[uri].flatMap { file in
      JSONReader.read(file()) { view throws(WireFailure) in try AnyValue(view, at: 0) }
    }
  }

  /// The names of all keywords in the supported drafts.
  package static let keywords: Set<String> = files.keys.reduce(into: []) { names, uri in
    for (name, _) in document(uri)?["properties"]?.object ?? [:] { names.insert(name) }
  }

  private static let files: [String: @Sendable () -> [UInt8]] = {
    let base = "https://json-schema.org/draft/2020-12/"
    return [
      "http://json-schema.org/draft-07/schema": { PackageResources.draft7_json },
      base + "schema": { PackageResources.draft2020_12_json },
      base + "meta/core": { PackageResources.draft2020_12_core_json },
      base + "meta/applicator": { PackageResources.draft2020_12_applicator_json },
      base + "meta/unevaluated": { PackageResources.draft2020_12_unevaluated_json },
      base + "meta/validation": { PackageResources.draft2020_12_validation_json },
      base + "meta/meta-data": { PackageResources.draft2020_12_meta_data_json },
      base + "meta/format-annotation": { PackageResources.draft2020_12_format_annotation_json },
      base + "meta/format-assertion": { PackageResources.draft2020_12_format_assertion_json },
      base + "meta/content": { PackageResources.draft2020_12_content_json },
    ]
  }()
}
