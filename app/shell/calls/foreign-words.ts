import type { ApiFailure } from '#app/contract/base/api-result.ts'

type Words = (failure: ApiFailure) => string | undefined

let wordsOf: Words = () => undefined

/** Sets the sentences for answers that do not come from our server. They load late, because few pages ever need them. */
export function setForeignWords(words: Words): void {
  wordsOf = words
}

/** The sentence for an answer that a proxy gave, or that was changed on its way; undefined for those of our server. */
export const foreignWords: Words = (failure) => (failure.detail ? undefined : wordsOf(failure))
