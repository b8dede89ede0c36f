import type { SpeechLanguage } from '../protocol/voices.ts'
import { capitalise, pointsBack, untie } from './clauses.ts'
import type { Sentence } from './sentences.ts'

const damping = 0.85
const iterations = 30
/** Penalty of a sentence for repeating chosen ones, 0..1. */
const redundancyPenalty = 0.8
/** Meaningful words: shorter sentences say too little on their own, longer ones are hard to read. */
const fullWeightWords = 6
const longWords = 28
const earlyBonus = 0.2
const firstOfParagraphBonus = 1.08
/** Factor of a sentence that begins with a connecting word, without the sentence before it. */
export const connectedAlone = 0.78
/** Factor of a sentence that begins with a pronoun, without the sentence before it: only where there are too few others. */
const pointingAlone = 0.01
/** Bonus of a sentence that continues the lead. */
const leadContinued = 1.3
/** A lead is among the first sentences and has so many meaningful words. */
const leadWithin = 3
const leadWords = 3
/** A word in more sentences than this carries no information and makes the comparison quadratic. */
const widestSpread = 120
const lookEvery = 64

export type Ranking = {
  /** Centrality of each sentence in the text. */
  scores: Float64Array
  /** Whether a sentence can be read without the one before it. */
  standing: readonly Standing[]
  /** The sentence that states the point of the text. */
  lead: number | null
  /** Cosine similarity of two sentences, 0..1. */
  similarity(first: number, second: number): number
}

type Standing = 'alone' | 'connected' | 'pointing'
type Vector = Map<string, number>

/** Sentences vote for those they share rare words with (TextRank). Only sentences that share a word are compared. */
export function rankSentences(sentences: Sentence[], language: SpeechLanguage, checkpoint: () => void): Ranking {
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
  const standing = sentences.map(({ text }) => standingOf(text, language))
  const lead = sentences.slice(0, leadWithin).findIndex(({ text, words }, index) => {
    return standing[index] === 'alone' && words.length >= leadWords && /[.…]["»”)]*$/u.test(text)
  })
  return {
    scores: scores.map((score, index) => score * weightOf(sentences, index)),
    standing,
    lead: lead < 0 ? null : lead,
    similarity: (first, second) => dot(vectors[first], vectors[second]),
  }
}

/** Weight of a sentence by its form and place: a text states its point early. */
function weightOf(sentences: Sentence[], index: number): number {
  const sentence = sentences[index]
  if (!sentence) return 0
  const words = sentence.words.length
  const length = Math.min(1, words / fullWeightWords) * (words > longWords ? longWords / words : 1)
  // A question and a line that ends in a colon refer to omitted sentences; a heading has no mark.
  const complete = /[.…!;]["»”)]*$/u.test(sentence.text) ? 1 : 0.4
  const opensParagraph = sentence.paragraph !== sentences[index - 1]?.paragraph
  return length * complete * Math.max(1 + earlyBonus / (1 + index), opensParagraph ? firstOfParagraphBonus : 1)
}

function standingOf(text: string, language: SpeechLanguage): Standing {
  if (pointsBack(text, language)) return 'pointing'
  return /^["«“(]/u.test(text) || untie(text) !== capitalise(text) ? 'connected' : 'alone'
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

/**
 * The best `count` candidates, each penalized for its similarity to those already chosen; best first. A sentence that refers to the one
 * before it is welcome next to it and avoided without it; `pointing` is its factor then.
 */
export function chooseSentences(
  { scores, standing, similarity }: Ranking,
  candidates: number[],
  count: number,
  { lead = null, pointing = pointingAlone }: { lead?: number | null; pointing?: number } = {},
): number[] {
  const chosen: number[] = []
  const likeness = new Map<number, number>(candidates.map((candidate) => [candidate, 0]))
  const factorOf = (candidate: number) => {
    const kind = standing[candidate]
    if (kind === 'pointing' && candidate - 1 === lead) return leadContinued
    if (kind === 'alone' || chosen.includes(candidate - 1)) return 1
    return kind === 'pointing' ? pointing : connectedAlone
  }
  while (chosen.length < count && likeness.size > 0) {
    let best = -1
    let bestScore = -1
    for (const [candidate, like] of likeness) {
      const score = (scores[candidate] ?? 0) * factorOf(candidate) * (1 - redundancyPenalty * like)
      if (score > bestScore) {
        best = candidate
        bestScore = score
      }
    }
    if (chosen.length === 0 && lead !== null && likeness.has(lead)) best = lead
    chosen.push(best)
    likeness.delete(best)
    for (const [candidate, like] of likeness) likeness.set(candidate, Math.max(like, similarity(candidate, best)))
  }
  return chosen
}
