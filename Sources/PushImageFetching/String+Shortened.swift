extension String {
  /// Cut where a message would become unreadable; signed URLs are long.
  var shortened: String { count > 200 ? "\(prefix(200))…" : self }
}
