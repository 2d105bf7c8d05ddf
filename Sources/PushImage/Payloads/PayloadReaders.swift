package import PushImageFormats

/// The forms of payloads, the surest to recognise first.
package enum PayloadReaders {
  /// One line per form.
  package static let all: [any PayloadReader] = [
    OneSignalReader(),
    AirshipReader(),
    BrazeReader(),
    CleverTapReader(),
    AttachmentKeyReader.customerIO,
    AttachmentKeyReader.iterable,
    NotifeeReader(),
    ExpoReader(),
    JPushReader(),
    HuaweiReader(),
    TPNSReader(),
    ZPNsReader(),
    FCMLegacyReader(),
    AttachmentKeyReader.salesforce,
    AttachmentKeyReader.adobe,
    AttachmentKeyReader.pushwoosh,
    AttachmentKeyReader.vibes,
    FCMReader.v1,
    FCMReader.admin,
    APNsReader(),
  ]

  /// Every kind of finding about payloads, in the order of their owners, each once.
  package static let findingKinds: [Finding.Kind] =
    PayloadFindings.findingKinds + ImageURLLint.findingKinds + FCMMessage.findingKinds
    + all.filter { $0.type.id != FCMReader.v1.type.id }.flatMap(\.findingKinds)

  /// The reader of an id.
  package static func reader(of type: PayloadType) -> (any PayloadReader)? { all.first { $0.type == type } }
}

extension PayloadType {
  /// Every form, in the order of the registry.
  public static let all: [PayloadType] = PayloadReaders.all.map(\.type)

  /// The form of an id.
  public static func type(id: String) -> PayloadType? { all.first { $0.id == id } }

  /// Of a payload that no reader knows: only `--image-key` finds pictures in it.
  public static let unknown = PayloadType(id: "unknown", title: "payload of unknown form")
}
