extension ImageFormat {
  /// Verified by this library.
  public static let png = ImageFormat(
    name: "png", title: "PNG", mediaType: "image/png", mediaTypeAliases: ["image/x-png"],
    fileExtensions: ["png", "apng"], uniformTypeIdentifier: "public.png")
  /// Verified by this library.
  public static let jpeg = ImageFormat(
    name: "jpeg", title: "JPEG", mediaType: "image/jpeg", mediaTypeAliases: ["image/jpg", "image/pjpeg"],
    fileExtensions: ["jpg", "jpeg", "jpe", "jfif"], uniformTypeIdentifier: "public.jpeg")
  /// Verified by this library.
  public static let gif = ImageFormat(
    name: "gif", title: "GIF", mediaType: "image/gif", fileExtensions: ["gif"],
    uniformTypeIdentifier: "com.compuserve.gif")
}
