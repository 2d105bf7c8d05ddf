@_exported public import PushImage
