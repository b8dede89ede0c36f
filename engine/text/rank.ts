import type { Sentence } from './sentences.ts'

const damping = 0.85
const iterations = 30
/** Penalty of a sentence for repeating chosen ones, 0..1. */
const redundancyPenalty = 0.8
/** Meaningful words: shorter sentences say too little on their own, longer ones are hard to read. */
const fullWeightWords = 6
const longWords = 28
const firstSentenceBonus = 1.3
const firstOfParagraphBonus = 1.08
/** A word in more sentences than this carries no information and makes the comparison quadratic. */
const widestSpread = 120
const lookEvery = 64

export type Ranking = {
  /** Centrality of each sentence in the text. */
  scores: Float64Array
  /** Cosine similarity of two sentences, 0..1. */
  similarity(first: number, second: number): number
}

type Vector = Map<string, number>

/** Sentences vote for those they share rare words with (TextRank). Only sentences that share a word are compared. */
export function rankSentences(sentences: Sentence[], checkpoint: () => void): Ranking {
  const count = sentences.length
  const vectors = weighWords(sentences)
  const holders = new Map<string, number[]>()
  vectors.forEach((vector, index) => {
    for (const stem of vector.keys()) {
      const list = holders.get(stem)
      if (list) list.push(index)
      else holders.set(stem, [index])
    }
  })
  const targets: number[] = []
  const weights: number[] = []
  const starts = new Int32Array(count + 1)
  const totals = new Float64Array(count)
  const shared = new Float64Array(count)
  vectors.forEach((vector, first) => {
    if (first % lookEvery === 0) checkpoint()
    const touched: number[] = []
    for (const [stem, weight] of vector) {
      const list = holders.get(stem) ?? []
      if (list.length > widestSpread) continue
      for (const second of list) {
        if (second === first) continue
        if (shared[second] === 0) touched.push(second)
        shared[second] = (shared[second] ?? 0) + weight * (vectors[second]?.get(stem) ?? 0)
      }
    }
    let total = 0
    for (const second of touched) {
      const weight = shared[second] ?? 0
      targets.push(second)
      weights.push(weight)
      total += weight
      shared[second] = 0
    }
    totals[first] = total || 1
    starts[first + 1] = targets.length
  })

  let scores = new Float64Array(count).fill(1 / Math.max(1, count))
  for (let round = 0; round < iterations; round += 1) {
    if (round % 4 === 0) checkpoint()
    const next = new Float64Array(count).fill((1 - damping) / Math.max(1, count))
    for (let voter = 0; voter < count; voter += 1) {
      const share = (damping * (scores[voter] ?? 0)) / (totals[voter] ?? 1)
      const end = starts[voter + 1] ?? 0
      for (let edge = starts[voter] ?? 0; edge < end; edge += 1) {
        const target = targets[edge] ?? 0
        next[target] = (next[target] ?? 0) + share * (weights[edge] ?? 0)
      }
    }
    scores = next
  }
  return {
    scores: scores.map((score, index) => score * standing(sentences, index)),
    similarity: (first, second) => dot(vectors[first], vectors[second]),
  }
}

/** Score of a sentence: how self-contained and how central it is. */
function standing(sentences: Sentence[], index: number): number {
  const sentence = sentences[index]
  if (!sentence) return 0
  const words = sentence.words.length
  const length = Math.min(1, words / fullWeightWords) * (words > longWords ? longWords / words : 1)
  // A question, a line that ends in a colon and a word for an earlier thing refer to omitted sentences.
  const complete = /[:?]["»”]?\s*$/u.test(sentence.text) ? 0.4 : 1
  const leaning =
    /^(?:["«“(]|(?:he|she|it|they|this|these|that|those|but|however|so|then|он|она|оно|они|это|эти|этот|эта|но|однако|поэтому|так|тогда|там|туда)(?![\p{L}]))/iu.test(
      sentence.text,
    )
      ? 0.78
      : 1
  const place = index === 0 ? firstSentenceBonus : sentence.paragraph !== sentences[index - 1]?.paragraph ? firstOfParagraphBonus : 1
  return length * complete * leaning * place
}

/** Unit vectors of words by how rare they are in the text. */
function weighWords(sentences: Sentence[]): Vector[] {
  const spread = new Map<string, number>()
  for (const { words } of sentences) {
    for (const stem of new Set(words.map((word) => word.stem))) spread.set(stem, (spread.get(stem) ?? 0) + 1)
  }
  return sentences.map(({ words }) => {
    const vector: Vector = new Map()
    for (const { stem } of words) vector.set(stem, (vector.get(stem) ?? 0) + Math.log(1 + sentences.length / (spread.get(stem) ?? 1)))
    let square = 0
    for (const weight of vector.values()) square += weight * weight
    const norm = Math.sqrt(square) || 1
    for (const [stem, weight] of vector) vector.set(stem, weight / norm)
    return vector
  })
}

function dot(first: Vector | undefined, second: Vector | undefined): number {
  if (!first || !second) return 0
  const [small, large] = first.size < second.size ? [first, second] : [second, first]
  let sum = 0
  for (const [stem, weight] of small) sum += weight * (large.get(stem) ?? 0)
  return sum
}

/** The best `count` candidates, each penalized for its similarity to those already chosen; best first. */
export function chooseSentences(ranking: Ranking, candidates: number[], count: number): number[] {
  const chosen: number[] = []
  const likeness = new Map<number, number>(candidates.map((candidate) => [candidate, 0]))
  while (chosen.length < count && likeness.size > 0) {
    let best = -1
    let bestScore = -1
    for (const [candidate, like] of likeness) {
      const score = (ranking.scores[candidate] ?? 0) * (1 - redundancyPenalty * like)
      if (score > bestScore) {
        best = candidate
        bestScore = score
      }
    }
    chosen.push(best)
    likeness.delete(best)
    for (const [candidate, like] of likeness) likeness.set(candidate, Math.max(like, ranking.similarity(candidate, best)))
  }
  return chosen
}
