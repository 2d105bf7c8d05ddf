import Foundation

/// Sets or removes a variable of the environment; the C library reads it at the time of the fetch.
func setProxy(_ name: String, _ value: String?) {
  if let value { setenv(name, value, 1) } else { unsetenv(name) }
}
