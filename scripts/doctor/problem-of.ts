import { answerWithinMs, type Asked } from '#app/server/providers/connected/ask.ts'

type Failed = Extract<Asked, { failure: unknown }>

/** Describes a failure in our own words. `key` names the variable of the key. */
export function problemOf({ failure, status }: Failed, key?: string): string {
  if (failure === 'refused') return key === undefined ? 'it refuses the key' : `it refuses the key in ${key}`
  if (failure === 'late') return `it did not answer within ${answerWithinMs / 1000} seconds`
  if (failure === 'unreachable') return 'it cannot be reached'
  return failure === 'busy' ? 'it takes no requests at the moment (429)' : `it answered with status ${status}`
}
