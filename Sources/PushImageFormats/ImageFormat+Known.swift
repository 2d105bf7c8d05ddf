/// The formats that sniffing can tell. Only PNG, JPEG and GIF are verified; the rest is known by name.
///
/// Media types are those of the IANA registry, aliases are spellings that servers send; uniform type identifiers are
/// those of Apple's UniformTypeIdentifiers framework.
extension ImageFormat {
  /// Verified by this library.
  public static let png = ImageFormat(
    name: "png", title: "PNG", mediaType: "image/png", mediaTypeAliases: ["image/x-png", "image/apng"],
    fileExtensions: ["png", "apng"], uniformTypeIdentifier: "public.png")
  /// Verified by this library.
  public static let jpeg = ImageFormat(
    name: "jpeg", title: "JPEG", mediaType: "image/jpeg", mediaTypeAliases: ["image/jpg", "image/pjpeg"],
    fileExtensions: ["jpg", "jpeg", "jpe", "jfif"], uniformTypeIdentifier: "public.jpeg")
  /// Verified by this library.
  public static let gif = ImageFormat(
    name: "gif", title: "GIF", mediaType: "image/gif", fileExtensions: ["gif"],
    uniformTypeIdentifier: "com.compuserve.gif")

  /// WebP, still or animated.
  public static let webp = ImageFormat(
    name: "webp", title: "WebP", mediaType: "image/webp", fileExtensions: ["webp"],
    uniformTypeIdentifier: "org.webmproject.webp")
  /// AVIF, still or sequence.
  public static let avif = ImageFormat(
    name: "avif", title: "AVIF", mediaType: "image/avif", mediaTypeAliases: ["image/avif-sequence"],
    fileExtensions: ["avif", "avifs"], uniformTypeIdentifier: "public.avif")
  /// HEIC and other HEIF files that are not AVIF, still or sequence.
  public static let heic = ImageFormat(
    name: "heic", title: "HEIC", mediaType: "image/heic",
    mediaTypeAliases: ["image/heif", "image/heic-sequence", "image/heif-sequence"],
    fileExtensions: ["heic", "heif", "heics", "heifs", "hif"], uniformTypeIdentifier: "public.heic")
  /// JPEG XL, bare codestream or container.
  public static let jxl = ImageFormat(
    name: "jxl", title: "JPEG XL", mediaType: "image/jxl", fileExtensions: ["jxl"],
    uniformTypeIdentifier: "public.jpeg-xl")
  /// JPEG 2000, bare codestream or container.
  public static let jp2 = ImageFormat(
    name: "jp2", title: "JPEG 2000", mediaType: "image/jp2",
    mediaTypeAliases: ["image/jpx", "image/jpm", "image/j2c", "image/jpeg2000"],
    fileExtensions: ["jp2", "j2k", "j2c", "jpc", "jpf", "jpx", "jpm"], uniformTypeIdentifier: "public.jpeg-2000")
  /// Windows or OS/2 bitmap.
  public static let bmp = ImageFormat(
    name: "bmp", title: "BMP", mediaType: "image/bmp", mediaTypeAliases: ["image/x-bmp", "image/x-ms-bmp"],
    fileExtensions: ["bmp", "dib"], uniformTypeIdentifier: "com.microsoft.bmp")
  /// TIFF and BigTIFF; also the raw camera formats that are built on it.
  public static let tiff = ImageFormat(
    name: "tiff", title: "TIFF", mediaType: "image/tiff", mediaTypeAliases: ["image/tif", "image/x-tiff"],
    fileExtensions: ["tiff", "tif"], uniformTypeIdentifier: "public.tiff")
  /// Windows icon.
  public static let ico = ImageFormat(
    name: "ico", title: "ICO", mediaType: "image/vnd.microsoft.icon",
    mediaTypeAliases: ["image/x-icon", "image/ico", "image/icon"], fileExtensions: ["ico"],
    uniformTypeIdentifier: "com.microsoft.ico")
  /// Windows cursor.
  public static let cur = ImageFormat(
    name: "cur", title: "Windows cursor", mediaType: "image/x-win-bitmap", mediaTypeAliases: ["image/x-cur"],
    fileExtensions: ["cur"], uniformTypeIdentifier: "com.microsoft.cur")
  /// SVG as text; compressed SVG is `gzip`.
  public static let svg = ImageFormat(
    name: "svg", title: "SVG", mediaType: "image/svg+xml", mediaTypeAliases: ["image/svg"],
    fileExtensions: ["svg"], uniformTypeIdentifier: "public.svg-image")
  /// Photoshop document, also of the large kind (PSB).
  public static let psd = ImageFormat(
    name: "psd", title: "Photoshop document", mediaType: "image/vnd.adobe.photoshop",
    mediaTypeAliases: ["image/x-photoshop", "image/psd", "application/x-photoshop"], fileExtensions: ["psd", "psb"],
    uniformTypeIdentifier: "com.adobe.photoshop-image")
  /// Portable bitmap, graymap, pixmap and arbitrary map.
  public static let pnm = ImageFormat(
    name: "pnm", title: "PNM", mediaType: "image/x-portable-anymap",
    mediaTypeAliases: ["image/x-portable-bitmap", "image/x-portable-graymap", "image/x-portable-pixmap"],
    fileExtensions: ["pnm", "pbm", "pgm", "ppm", "pam"])

  /// MPEG-4 video or audio.
  public static let mp4 = ImageFormat(
    name: "mp4", title: "MP4 video", family: .video, mediaType: "video/mp4",
    mediaTypeAliases: ["audio/mp4", "application/mp4", "video/x-m4v", "audio/x-m4a", "video/3gpp", "video/3gpp2"],
    fileExtensions: ["mp4", "m4v", "m4a", "3gp", "3g2"], uniformTypeIdentifier: "public.mpeg-4")
  /// QuickTime movie.
  public static let mov = ImageFormat(
    name: "mov", title: "QuickTime movie", family: .video, mediaType: "video/quicktime",
    fileExtensions: ["mov", "qt"], uniformTypeIdentifier: "com.apple.quicktime-movie")
  /// WebM video or audio.
  public static let webm = ImageFormat(
    name: "webm", title: "WebM video", family: .video, mediaType: "video/webm", mediaTypeAliases: ["audio/webm"],
    fileExtensions: ["webm"], uniformTypeIdentifier: "org.webmproject.webm")
  /// Matroska video or audio.
  public static let mkv = ImageFormat(
    name: "mkv", title: "Matroska video", family: .video, mediaType: "video/matroska",
    mediaTypeAliases: ["video/x-matroska", "audio/x-matroska", "audio/matroska"],
    fileExtensions: ["mkv", "mka", "mks"], uniformTypeIdentifier: "org.matroska.mkv")
  /// AVI video.
  public static let avi = ImageFormat(
    name: "avi", title: "AVI video", family: .video, mediaType: "video/vnd.avi",
    mediaTypeAliases: ["video/x-msvideo", "video/avi"], fileExtensions: ["avi"],
    uniformTypeIdentifier: "public.avi")

  /// PDF document.
  public static let pdf = ImageFormat(
    name: "pdf", title: "PDF document", family: .document, mediaType: "application/pdf",
    mediaTypeAliases: ["application/x-pdf"], fileExtensions: ["pdf"], uniformTypeIdentifier: "com.adobe.pdf")
  /// HTML page: what an error answer, a login page or a captive portal sends in place of a picture.
  public static let html = ImageFormat(
    name: "html", title: "HTML page", family: .document, mediaType: "text/html",
    mediaTypeAliases: ["application/xhtml+xml"], fileExtensions: ["html", "htm", "xhtml", "xht"],
    uniformTypeIdentifier: "public.html")
  /// JSON: what an API answers in place of a picture.
  public static let json = ImageFormat(
    name: "json", title: "JSON document", family: .text, mediaType: "application/json",
    mediaTypeAliases: ["text/json", "application/problem+json"], fileExtensions: ["json"],
    uniformTypeIdentifier: "public.json")
  /// XML that is neither SVG nor HTML: what a bucket answers in place of a picture.
  public static let xml = ImageFormat(
    name: "xml", title: "XML document", family: .text, mediaType: "application/xml", mediaTypeAliases: ["text/xml"],
    fileExtensions: ["xml"], uniformTypeIdentifier: "public.xml")

  /// ZIP archive; also what office documents and apps are packed in.
  public static let zip = ImageFormat(
    name: "zip", title: "ZIP archive", family: .archive, mediaType: "application/zip",
    mediaTypeAliases: ["application/x-zip-compressed", "application/x-zip"], fileExtensions: ["zip"],
    uniformTypeIdentifier: "public.zip-archive")
  /// gzip data: also a picture that was compressed once more than its `Content-Encoding` says.
  public static let gzip = ImageFormat(
    name: "gzip", title: "gzip archive", family: .archive, mediaType: "application/gzip",
    mediaTypeAliases: ["application/x-gzip"], fileExtensions: ["gz", "tgz", "svgz"],
    uniformTypeIdentifier: "org.gnu.gnu-zip-archive")
  /// Zstandard data: as with gzip, possibly a picture with a wrong `Content-Encoding`.
  public static let zstd = ImageFormat(
    name: "zstd", title: "Zstandard archive", family: .archive, mediaType: "application/zstd",
    fileExtensions: ["zst"])
}
