// The part of Foundation without calendars, languages and classes, under one name on all systems.
// On Linux, a program that links no more than this is smaller by 45 MB.

#if canImport(FoundationEssentials)
@_exported public import FoundationEssentials
#else
@_exported public import Foundation
#endif
