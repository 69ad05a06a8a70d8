import Foundation

/// Whether the code under test runs without optimisation, where tests take smaller samples.
package let isDebugBuild: Bool = {
  var isDebug = false
  assert(
    {
      isDebug = true
      return true
    }())
  return isDebug
}()

/// Whether the checks of facts that Swift's ABI does not state fail, by `-D FailedLayoutChecks`.
package let failsLayoutChecks: Bool = {
  #if FailedLayoutChecks
  true
  #else
  false
  #endif
}()

/// Whether the trait `Portable` is on, or the checks of memory layouts fail. Without the runtime's
/// functions for stored properties, errors do not list properties that a mapping does not declare, and
/// schemas need them.
package let isPortableBuild: Bool = {
  #if Portable
  true
  #else
  failsLayoutChecks
  #endif
}()

/// Whether the address sanitizer is in the program, which takes memory of its own for all that is
/// allocated.
package let isAddressSanitized = dlsym(dlopen(nil, RTLD_NOW), "__asan_init") != nil
