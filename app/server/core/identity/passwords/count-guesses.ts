import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { knownPhrases } from '#app/contract/account/known-phrases.ts'
import { commonWords } from './common-words.ts'

/** Number of characters judged: the time grows with the length, and strangers choose the length. */
const judged = 64

let estimator: Promise<ZxcvbnFactory> | undefined

/** Estimates the guesses of a cracker that knows word lists, keyboards, dates and the person's names. */
export async function countGuesses(password: string, known: readonly string[]): Promise<number> {
  estimator ??= load()
  return (await estimator).check(password, [...known]).guesses
}

/** Loads the word lists on first use: they take 25 MB and 60 ms. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...dictionary, commonWords, knownPhrases: [...knownPhrases] },
    graphs: adjacencyGraphs,
    maxLength: judged,
  })
}
