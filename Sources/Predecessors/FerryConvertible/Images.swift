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
  /// Returns the image of a file in any format that the platform supports.
  public static func initializeWithData(
    _ data: Data, options: [any ConvertibleOption]
  ) throws -> Self {
    guard let image = PlatformImage(data: data) as? Self else {
      throw ConversionError(self, "the bytes are not a valid image")
    }
    return image
  }

  /// Returns a PNG file, or a file in the format of an ``ImageOption``.
  public func serializeToDataWithOptions(_ options: [any ConvertibleOption]) throws -> Data {
    guard let data = file(options.first(or: ImageOption.png)) else {
      throw ConversionError(Data.self, "the image has no pixels")
    }
    return data
  }

  /// Returns the image of a file that is stored as base64 in a string.
  public static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> Self {
    try initializeWithData(Data.initializeWithJson(json, options: options), options: options)
  }

  /// Returns the base64 of a PNG file, or of a file in the format of an ``ImageOption``.
  public func serializeToJsonWithOptions(
    _ options: [any ConvertibleOption]
  ) throws -> JsonValue {
    try serializeToDataWithOptions(options).serializeToJsonWithOptions(options)
  }
}
#endif
