import PushImage

print(PushImageVersion.current)
