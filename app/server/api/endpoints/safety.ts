import { getSafetyRulesCall, listUnusualSignUpsCall, saveSafetyRulesCall } from '#app/contract/calls/safety.ts'
import { isSignUpOpen } from '../../core/accounts/is-sign-up-open.ts'
import { isChallengeOn } from '../../core/sign-up-challenge/is-challenge-on.ts'
import type { Env } from '../../env.ts'
import { getSafetyRules, listUnusualSignUps, saveSafetyRules } from '../../core/operators/safety.ts'
import { endpoint } from '../endpoint.ts'

const placeOf = (env: Env) => ({ isClosed: !isSignUpOpen(env), isChallenged: isChallengeOn(env) })

export const safetyEndpoints = [
  endpoint(getSafetyRulesCall, { handle: ({ runtime: { db, env } }) => getSafetyRules(db, placeOf(env)) }),
  endpoint(saveSafetyRulesCall, {
    handle: ({ runtime: { db, env }, caller, input: { body }, clientAddress }) =>
      saveSafetyRules(db, {
        input: body,
        ...placeOf(env),
        userId: caller.userId,
        address: clientAddress,
        reason: body.reason,
      }),
  }),
  endpoint(listUnusualSignUpsCall, { handle: async ({ runtime }) => ({ items: await listUnusualSignUps(runtime.db) }) }),
]
