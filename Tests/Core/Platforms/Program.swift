/// Runs all tests. The C program around it calls this function.
@c(platform_test)
func test(_ input: UnsafePointer<UInt8>, _ count: Int64) -> Int32 {
  var report = Report()
  let inputs = unsafe Inputs(UnsafeBufferPointer(start: input, count: Int(count)))
  report.testNumbers(inputs)
  report.testMasks()
  report.testUTF8(inputs)
  report.testDocuments(inputs)
  report.testModels(inputs)
  report.testLimits()
  return report.isFailed ? 1 : 0
}
