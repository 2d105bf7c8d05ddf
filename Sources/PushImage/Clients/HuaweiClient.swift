/// Huawei Push Kit: https, less than 512 KB, JPEG or PNG.
struct HuaweiClient: SteppingClient {
  let id = "huawei"
  let title = "Huawei Push Kit, the small picture on the right"
  let platform = "huawei"
  let reference =
    "https://developer.huawei.com/consumer/cn/doc/HMSCore-Guides/android-image-0000001200934359"

  func take(_ delivery: Delivery, _ walk: inout ClientWalk) throws(ClientRefusal) {
    guard delivery.scheme == "https" else { throw ClientRefusal(.url, "URL is not https, which Push Kit asks for") }
    try walk.makeJavaURL(delivery)
    try walk.loadWithConnection(delivery, maxSeconds: nil, maxByteCount: 524_287)
    try walk.decode(delivery, formats: ["jpeg", "png"], stage: .decode)
  }
}
