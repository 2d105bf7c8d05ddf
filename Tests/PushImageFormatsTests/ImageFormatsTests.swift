import Testing

@testable import PushImageFormats

@Suite struct ImageFormatsTests {
  @Test func everyNameAndExtensionBelongsToOneFormat() {
    #expect(ImageFormats.all.count >= 27)
    #expect(Set(ImageFormats.all.map(\.name)).count == ImageFormats.all.count)
    let extensions = ImageFormats.all.flatMap(\.fileExtensions)
    #expect(Set(extensions).count == extensions.count)
    let types = ImageFormats.all.flatMap { [$0.mediaType] + $0.mediaTypeAliases }
    #expect(Set(types).count == types.count)
  }

  @Test func namesExtensionsAndTypesAreLowerCase() {
    for format in ImageFormats.all {
      for word in [format.name, format.mediaType] + format.fileExtensions + format.mediaTypeAliases {
        #expect(word == word.lowercased())
      }
    }
  }

  @Test func everySignatureBelongsToARegisteredFormat() {
    for signature in Signature.all { #expect(ImageFormats.all.contains(signature.format)) }
  }

  @Test(arguments: [
    ("jpg", "jpeg"), ("JPEG", "jpeg"), ("jfif", "jpeg"), ("heif", "heic"), ("tif", "tiff"), ("htm", "html"),
  ])
  func extensionsAreFoundInAnyCase(fileExtension: String, name: String) {
    #expect(ImageFormats.format(fileExtension: fileExtension)?.name == name)
  }

  @Test func unknownExtensionsAndTypesAreNothing() {
    #expect(ImageFormats.format(fileExtension: "") == nil)
    #expect(ImageFormats.format(fileExtension: ".jpg") == nil)
    #expect(ImageFormats.format(mediaType: "application/octet-stream") == nil)
  }

  @Test(arguments: [
    ("image/jpg", "jpeg"), ("image/pjpeg", "jpeg"), ("Image/X-PNG", "png"), ("image/heif", "heic"), ("text/xml", "xml"),
  ])
  func mediaTypesAreFoundByTheirAliases(type: String, name: String) {
    #expect(ImageFormats.format(mediaType: type)?.name == name)
  }

  @Test func titlesReadWellWithTheirArticle() {
    #expect(ImageFormat.html.titleWithArticle == "an HTML page")
    #expect(ImageFormat.png.titleWithArticle == "a PNG")
    #expect(ImageFormat.heic.titleWithArticle == "a HEIC")
    #expect(ImageFormat.mp4.titleWithArticle == "an MP4 video")
    #expect(ImageFormat.avif.titleWithArticle == "an AVIF")
    #expect(ImageFormat.webp.titleWithArticle == "a WebP")
    #expect(ImageFormat.mkv.titleWithArticle == "a Matroska video")
    #expect(ImageFormat.json.titleWithArticle == "a JSON document")
  }
}
