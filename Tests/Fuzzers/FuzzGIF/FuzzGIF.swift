import DifferentialGate
import PushImage

/// Whatever bytes libFuzzer makes up: no trap, and nothing that only the native engine calls intact.
@c(LLVMFuzzerTestOneInput)
public func fuzzOne(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  EngineFuzzing.compare(Array(UnsafeBufferPointer(start: data, count: count)), as: .gif)
  return 0
}
