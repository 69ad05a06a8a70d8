import Foundation
import FuzzLaws

// One executable for all targets, so that they share one build: `FERRY_FUZZ` names the target.

/// A bug that has to be found: a read past the end, behind four bytes that only coverage leads to.
///
/// It proves that coverage is measured and that the address sanitizer looks.
private let canary = FuzzTarget("FuzzCanary") { start, count in
  guard count >= 4, start[0] == 0x62, start[1] == 0x69, start[2] == 0x72, start[3] == 0x64 else {
    return
  }
  // The process depends on it, so that it is not optimised away.
  if start[count] == 0xA5 { exit(1) }
}

private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["FERRY_FUZZ"] ?? ""
  if name == canary.name { return canary }
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
    let names = FuzzTarget.all.map(\.name) + [canary.name]
    fatalError("FERRY_FUZZ is '\(name)', and none of \(names.joined(separator: ", "))")
  }
  return target
}()

/// The loop of libFuzzer, which calls `check` for each input.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ check: @convention(c) (UnsafePointer<UInt8>, Int) -> CInt
) -> CInt

private var count = CommandLine.argc
private var arguments = CommandLine.unsafeArgv
exit(
  runFuzzer(&count, &arguments) { start, count in
    target.check(start, count)
    return 0
  })
