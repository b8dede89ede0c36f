import type { Sentence } from './sentences.ts'

const damping = 0.85
const iterations = 40
/** How much a sentence loses for repeating what has been chosen, 0..1. */
const redundancyPenalty = 0.75
/** Sentences shorter than this in meaningful words say too little to stand alone. */
const fullWeightWords = 6
const firstSentenceBonus = 1.25

export type Ranking = {
  /** How central each sentence is to the whole text. */
  scores: number[]
  /** Cosine similarity of two sentences, 0..1. */
  similarity(first: number, second: number): number
}

/** TextRank: sentences vote for those they share rare words with. Quadratic in the number of sentences. */
export function rankSentences(sentences: Sentence[], checkpoint: () => void): Ranking {
  const count = sentences.length
  const vectors = weighWords(sentences)
  const matrix = Array.from({ length: count }, () => new Float64Array(count))
  const similarity = (first: number, second: number) => matrix[first]?.[second] ?? 0
  vectors.forEach((vector, first) => {
    if (first % 16 === 0) checkpoint()
    for (let second = 0; second < first; second += 1) {
      const value = dot(vector, vectors[second] ?? new Map())
      const row = matrix[first]
      const mirrored = matrix[second]
      if (row) row[second] = value
      if (mirrored) mirrored[first] = value
    }
  })
  const totals = matrix.map((row) => row.reduce((sum, value) => sum + value, 0) || 1)

  let scores = Array.from({ length: count }, () => 1 / count)
  for (let round = 0; round < iterations; round += 1) {
    if (round % 8 === 0) checkpoint()
    const current = scores
    scores = current.map((_, target) => {
      let votes = 0
      for (let voter = 0; voter < count; voter += 1) {
        votes += ((current[voter] ?? 0) * similarity(voter, target)) / (totals[voter] ?? 1)
      }
      return (1 - damping) / count + damping * votes
    })
  }
  return {
    scores: scores.map((score, index) => {
      const length = Math.min(1, (sentences[index]?.words.length ?? 0) / fullWeightWords)
      // A question or a line that ends in a colon points at something that will not be there.
      const complete = /[:?]\s*$/.test(sentences[index]?.text ?? '') ? 0.4 : 1
      return score * length * complete * (index === 0 ? firstSentenceBonus : 1)
    }),
    similarity,
  }
}

/** Unit vectors of words by how rare they are in the text. */
function weighWords(sentences: Sentence[]): Map<string, number>[] {
  const spread = new Map<string, number>()
  for (const { words } of sentences) {
    for (const stem of new Set(words.map((word) => word.stem))) spread.set(stem, (spread.get(stem) ?? 0) + 1)
  }
  return sentences.map(({ words }) => {
    const vector = new Map<string, number>()
    for (const { stem } of words) {
      vector.set(stem, (vector.get(stem) ?? 0) + Math.log(1 + sentences.length / (spread.get(stem) ?? 1)))
    }
    const norm = Math.hypot(...vector.values()) || 1
    for (const [stem, weight] of vector) vector.set(stem, weight / norm)
    return vector
  })
}

function dot(first: Map<string, number>, second: Map<string, number>): number {
  let sum = 0
  for (const [stem, weight] of first) sum += weight * (second.get(stem) ?? 0)
  return sum
}

/** The best `count` of the candidates, each weighed down by its likeness to those already chosen; best first. */
export function chooseSentences(ranking: Ranking, candidates: number[], count: number): number[] {
  const chosen: number[] = []
  const left = new Set(candidates)
  while (chosen.length < count && left.size > 0) {
    let best = -1
    let bestScore = -1
    for (const candidate of left) {
      const likeness = Math.max(0, ...chosen.map((other) => ranking.similarity(candidate, other)))
      const score = (ranking.scores[candidate] ?? 0) * (1 - redundancyPenalty * likeness)
      if (score > bestScore) {
        best = candidate
        bestScore = score
      }
    }
    chosen.push(best)
    left.delete(best)
  }
  return chosen
}
