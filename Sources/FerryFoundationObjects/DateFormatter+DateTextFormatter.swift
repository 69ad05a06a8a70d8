public import FerryFoundation
public import Foundation

extension DateFormatter: DateTextFormatter {}
