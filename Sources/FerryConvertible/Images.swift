#if canImport(UIKit) && !os(watchOS)
public import UIKit

/// The platform's image.
public typealias PlatformImage = UIImage

extension UIImage {
  fileprivate func file(_ format: ImageOption) -> Data? {
    switch format {
    case .png: pngData()
    case .jpeg(let quality): jpegData(compressionQuality: quality)
    }
  }
}
#elseif canImport(AppKit)
public import AppKit

/// The platform's image.
public typealias PlatformImage = NSImage

extension NSImage {
  fileprivate func file(_ format: ImageOption) -> Data? {
    guard let tiff = tiffRepresentation, let bitmap = NSBitmapImageRep(data: tiff) else {
      return nil
    }
    return switch format {
    case .png: bitmap.representation(using: .png, properties: [:])
    case .jpeg(let quality):
      bitmap.representation(using: .jpeg, properties: [.compressionFactor: quality])
    }
  }
}
#endif

#if (canImport(UIKit) && !os(watchOS)) || canImport(AppKit)
public import Ferry

extension PlatformImage: DataConvertible, JsonConvertible {
  /// The image in a file of any format that the platform reads.
  public static func initializeWithData(
    _ data: Data, options: [any ConvertibleOption]
  ) throws -> Self {
    guard let image = PlatformImage(data: data) as? Self else {
      throw ConversionError(self, "the bytes are no image")
    }
    return image
  }

  /// A PNG file, or what an ``ImageOption`` says.
  public func serializeToDataWithOptions(_ options: [any ConvertibleOption]) throws -> Data {
    guard let data = file(options.first(or: ImageOption.png)) else {
      throw ConversionError(Data.self, "the image has no pixels")
    }
    return data
  }

  /// The image in a file that a string has as base64.
  public static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> Self {
    try initializeWithData(Data.initializeWithJson(json, options: options), options: options)
  }

  /// A string with the base64 of a PNG file, or of what an ``ImageOption`` says.
  public func serializeToJsonWithOptions(
    _ options: [any ConvertibleOption]
  ) throws -> JsonValue {
    try serializeToDataWithOptions(options).serializeToJsonWithOptions(options)
  }
}
#endif
