@_exported public import PushImageFormats
