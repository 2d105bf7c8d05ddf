/// Finds the nearest of some colours: exact, by their order along a line.
///
/// Colours are looked at from a guess outwards, until their place on the line alone is too far. Ties go to the colour
/// that stands first in that order, so that the answer depends on the colours and the guess only.
struct NearestColor: Sendable {
  private struct Candidate {
    var color: SeenColor
    var place: Float
    var index: Int32
  }

  private let candidates: [Candidate]
  /// Where in `candidates` each colour stands.
  private let ranks: [Int32]

  /// - Precondition: there is at least one colour.
  init(_ colors: [SeenColor]) {
    precondition(!colors.isEmpty, "there is no colour to be near to")
    var candidates: [Candidate] = []
    for (index, color) in colors.enumerated() {
      candidates.append(Candidate(color: color, place: color.place, index: Int32(truncatingIfNeeded: index)))
    }
    candidates.sort { ($0.place, $0.index) < ($1.place, $1.index) }
    var ranks = [Int32](repeating: 0, count: colors.count)
    for (rank, candidate) in candidates.enumerated() { ranks[Int(candidate.index)] = Int32(truncatingIfNeeded: rank) }
    self.candidates = candidates
    self.ranks = ranks
  }

  /// Its index, and the distance squared. `guess` is an index; a good one makes it faster.
  func nearest(to color: SeenColor, startingAt guess: Int) -> (index: Int, distance: Float) {
    let place = color.place
    let candidates = candidates.span
    let start = Int(ranks[guess])
    var best = start
    var least = candidates[start].color.distance(to: color)
    var rank = start + 1
    while rank < candidates.count {
      let ahead = candidates[rank].place - place
      if ahead > 0, ahead * ahead >= least { break }
      let distance = candidates[rank].color.distance(to: color)
      if distance < least {
        least = distance
        best = rank
      }
      rank &+= 1
    }
    rank = start - 1
    while rank >= 0 {
      let behind = place - candidates[rank].place
      if behind > 0, behind * behind >= least { break }
      let distance = candidates[rank].color.distance(to: color)
      if distance < least {
        least = distance
        best = rank
      }
      rank &-= 1
    }
    return (Int(candidates[best].index), least)
  }
}
