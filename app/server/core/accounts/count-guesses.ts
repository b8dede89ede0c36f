import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { knownPhrases } from '#app/contract/known-phrases.ts'
import { commonWords } from './common-words.ts'

/** A longer password is judged by its beginning: the time that it takes grows with the length, and comes from strangers. */
const judged = 64

let estimator: Promise<ZxcvbnFactory> | undefined

/** How many guesses a cracker needs that knows the lists, the keyboards, dates and the person's own names. */
export async function countGuesses(password: string, known: readonly string[]): Promise<number> {
  estimator ??= load()
  return (await estimator).check(password, [...known]).guesses
}

/** Its lists take 25 MB and 60 ms, so they come with the first new password. */
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
