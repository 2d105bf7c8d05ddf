// swift-tools-version: 6.2
import PackageDescription

// A package like that of a push backend: it depends on the library and knows nothing of its inside.
let package = Package(
  name: "Consumer",
  dependencies: [.package(name: "PushImage", path: "../..")],
  targets: [
    .executableTarget(
      name: "Consumer",
      dependencies: [
        .product(name: "PushImage", package: "PushImage"), .product(name: "PushImageFetching", package: "PushImage"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
