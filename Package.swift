// swift-tools-version: 6.2
import PackageDescription

/// Settings of every Swift target: Swift 6 mode with the stricter import rules, and no warning survives.
let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// Targets that call C or hold raw memory also mark every unsafe expression.
let unsafeBoundary: [SwiftSetting] = swiftSettings + [.strictMemorySafety()]

/// `.scripts/test --sanitize` asks for the undefined-behaviour sanitizer in the C targets; nothing else sets this.
let undefinedBehaviorSanitizer: [CSetting] =
  Context.environment["PUSHIMAGE_UBSAN"] == "1"
  ? [.unsafeFlags(["-fsanitize=undefined", "-fsanitize-trap=undefined"])] : []

let cSettings: [CSetting] =
  [
    .enableWarning("all"),
    .enableWarning("extra"),
    .enableWarning("conversion"),
    .enableWarning("shadow"),
    .treatAllWarnings(as: .error),
  ] + undefinedBehaviorSanitizer

/// Programs of the project's own that nobody else builds: `.scripts/differential` and `.scripts/bench` ask for them.
let tools: [Target] =
  Context.environment["PUSHIMAGE_TOOLS"] == nil
  ? []
  : [
    .executableTarget(
      name: "Differential", dependencies: ["DifferentialGate"], path: "Tests/Tools/Differential",
      swiftSettings: swiftSettings),
    .target(
      name: "CBenchmarkPeers", path: "Tests/Benchmarks/CBenchmarkPeers", cSettings: cSettings,
      linkerSettings: [
        .linkedLibrary("png16"), .linkedLibrary("jpeg"), .linkedLibrary("gif"), .linkedLibrary("isal"),
      ]),
    .executableTarget(
      name: "PushImageMeasure", path: "Tests/Benchmarks/PushImageMeasure", cSettings: cSettings),
    .executableTarget(
      name: "PushImageBenchmark", dependencies: ["CBenchmarkPeers", "PushImage", "PushImageFormats"],
      path: "Tests/Benchmarks/PushImageBenchmark", swiftSettings: swiftSettings),
  ]

/// libFuzzer brings `main`, so an ordinary build cannot link these.
let fuzzers: [Target] =
  Context.environment["FUZZ"] == nil
  ? []
  : ["FuzzPNG", "FuzzJPEG", "FuzzGIF"].map { name in
    .executableTarget(
      name: name, dependencies: ["DifferentialGate"], path: "Tests/Fuzzers/\(name)", swiftSettings: swiftSettings)
  }

let package = Package(
  name: "PushImage",
  products: [
    .library(name: "PushImage", targets: ["PushImage"]),
    .library(name: "PushImageFetching", targets: ["PushImageFetching"]),
    .library(name: "PushImageConversion", targets: ["PushImageConversion"]),
    .executable(name: "pushimage", targets: ["PushImageCLI"]),
  ],
  targets: [
    // C: the only setjmp; one file per library.
    .target(
      name: "CImageCodecs",
      cSettings: cSettings,
      linkerSettings: [
        .linkedLibrary("png16"), .linkedLibrary("jpeg"), .linkedLibrary("gif"), .linkedLibrary("z"),
        .linkedLibrary("nettle"), .linkedLibrary("m"),
      ]
    ),
    // Formats: the only Swift that touches image bytes unsafely.
    .target(name: "PushImageFormats", dependencies: ["CImageCodecs"], swiftSettings: unsafeBoundary),
    // Push: rules, platforms, reports. Pure Swift.
    .target(name: "PushImage", dependencies: ["PushImageFormats"], swiftSettings: swiftSettings),
    // C: libcurl, loaded on first use and never linked: programs that fetch nothing start without it.
    .target(name: "CCurl", cSettings: cSettings),
    // Effects: the guarded fetch.
    .target(name: "PushImageFetching", dependencies: ["CCurl", "PushImage"], swiftSettings: unsafeBoundary),
    // C: libwebp, libtiff and libheif, loaded on first use and run in a child process: strangers' code for strangers' bytes.
    .target(name: "CForeignCodecs", cSettings: cSettings),
    // Formats that no platform takes, made into pixels.
    .target(
      name: "PushImageConversion", dependencies: ["CForeignCodecs", "PushImageFormats"], swiftSettings: unsafeBoundary),
    // Doors.
    .executableTarget(
      name: "PushImageCLI", dependencies: ["PushImage", "PushImageConversion", "PushImageFetching"],
      swiftSettings: unsafeBoundary),
    .testTarget(
      name: "PushImageFormatsTests", dependencies: ["CDeflateOracle", "PushImageFormats"], swiftSettings: swiftSettings),
    // zlib, which our own inflater is held against.
    .target(
      name: "CDeflateOracle", path: "Tests/Tools/CDeflateOracle", cSettings: cSettings,
      linkerSettings: [.linkedLibrary("z")]),
    .testTarget(name: "PushImageTests", dependencies: ["PushImage"], swiftSettings: swiftSettings),
    // What the tests, `.scripts/differential` and the fuzzers share: files, mutations, the comparison of the engines.
    .target(
      name: "DifferentialGate", dependencies: ["CImageCodecs", "PushImage"], path: "Tests/Tools/DifferentialGate",
      swiftSettings: swiftSettings),
    .testTarget(
      name: "ConformanceTests", dependencies: ["DifferentialGate", "PushImage", "PushImageFormats"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "PushImageFetchingTests", dependencies: ["PushImageFetching", "PushImageCLI"], exclude: ["Support"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "PushImageConversionTests", dependencies: ["CForeignCodecs", "PushImageConversion", "PushImageFormats"],
      swiftSettings: swiftSettings),
    .testTarget(name: "PushImageCLITests", dependencies: ["PushImageCLI"], swiftSettings: swiftSettings),
  ] + tools + fuzzers,
  swiftLanguageModes: [.v6]
)
