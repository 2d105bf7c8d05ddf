internal import PushImage

/// Compares the engines on files and on mutants of them, on several cores.
public struct DifferentialRun: Sendable {
  /// All of one format.
  public let files: [SeedFile]
  /// Decides which mutants are made.
  public let seed: UInt64
  /// Comparisons at the same time.
  public let laneCount: Int

  /// A run over `files`, mutants chosen by `seed`.
  public init(files: [SeedFile], seed: UInt64, laneCount: Int) {
    self.files = files
    self.seed = seed
    self.laneCount = laneCount
  }

  /// The files as they are.
  public func compareFiles() async throws -> DifferentialTally {
    try await lanes(over: 0..<files.count) { index, tally in
      let file = files[index]
      tally.add(try EngineComparison(file.bytes, as: file.format), of: file.bytes, file.name)
    }
  }

  /// Mutants by their numbers.
  public func compareMutants(_ numbers: Range<Int>) async throws -> DifferentialTally {
    try await lanes(over: numbers) { number, tally in
      let mutant = Mutant(of: files, seed: seed, number: number)
      let comparison = try EngineComparison(
        mutant.bytes, as: mutant.seed.format, limits: EngineComparison.mutantLimits)
      tally.add(comparison, of: mutant.bytes, number: number, "mutant \(number) of seed \(seed), \(mutant.summary)")
    }
  }

  private func lanes(
    over numbers: Range<Int>, _ compare: @escaping @Sendable (Int, inout DifferentialTally) throws -> Void
  ) async throws -> DifferentialTally {
    try await withThrowingTaskGroup(of: DifferentialTally.self) { group in
      for lane in 0..<laneCount {
        group.addTask {
          var tally = DifferentialTally()
          for number in stride(from: numbers.lowerBound + lane, to: numbers.upperBound, by: laneCount) {
            try compare(number, &tally)
          }
          return tally
        }
      }
      return try await group.reduce(into: DifferentialTally()) { $0.add($1) }
    }
  }
}
