import * as v from 'valibot'
import { unwrap } from '#app/contract/base/api-result.ts'
import { type SignUpChallenge, type SolvedChallenge, solvedChallengeSchema } from '#app/contract/account/sign-up-challenge.ts'
import { getSignUpChallenge } from '#app/shell/data/account.functions.ts'

/** Fetches a challenge and solves it off the main thread. The result is the `challenge` of a sign-up. */
export async function solveChallenge(): Promise<string> {
  const challenge = unwrap(await getSignUpChallenge())
  const solved: SolvedChallenge = { challenge, solution: await workOn(challenge) }
  return btoa(JSON.stringify(solved))
}

async function workOn(challenge: SignUpChallenge): Promise<SolvedChallenge['solution']> {
  const worker = new Worker(new URL('./solve-challenge.worker.ts', import.meta.url), { type: 'module' })
  try {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    worker.addEventListener('message', ({ data }) => resolve(data))
    worker.addEventListener('error', reject)
    worker.postMessage(challenge)
    return v.parse(solvedChallengeSchema.entries.solution, await promise)
  } finally {
    worker.terminate()
  }
}
