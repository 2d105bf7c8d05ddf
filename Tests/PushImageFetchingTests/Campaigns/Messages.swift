/// Payloads of the five systems with a picture's URL in its place.
enum Messages {
  static let aps = #""aps":{"alert":{"title":"Sale","body":"Twenty per cent off"},"mutable-content":1}"#

  /// S1: an extension of one's own, which looks at `notification.image`.
  static func own(_ url: String, aps: String = aps) -> String { #"{\#(aps),"notification":{"image":"\#(url)"}}"# }

  /// S2: `image` beside `aps`.
  static func plain(_ url: String, aps: String = aps) -> String { #"{\#(aps),"image":"\#(url)"}"# }

  /// S3: a message of Firebase's HTTP v1.
  static func firebase(_ url: String, _ more: String = "", aps: String = #"{"mutable-content":1}"#) -> String {
    #"{"message":{"topic":"sale","notification":{"title":"Sale","body":"Today","image":"\#(url)"},"#
      + #""apns":{"payload":{"aps":\#(aps)}}\#(more)}}"#
  }

  /// S4: Firebase's options beside the payload of APNs.
  static func combined(_ url: String, aps: String = aps) -> String {
    #"{"apns":{"payload":{\#(aps)},"fcm_options":{"image":"\#(url)"}}}"#
  }

  /// S5: a push of ZPNs, its picture in JSON in a string.
  static func zpns(_ url: String, more: String = #""resourcesID":"pictures","#) -> String {
    #"{"title":"Call","content":"Ada is calling",\#(more)"payload":"{\"image_attachment\":\"\#(url)\"}"}"#
  }
}
