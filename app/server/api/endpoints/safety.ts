import { getSafetyRulesCall, listUnusualSignUpsCall, saveSafetyRulesCall } from '#app/contract/calls/safety.ts'
import { isSignUpOpen } from '../../core/accounts/is-sign-up-open.ts'
import { getSafetyRules, listUnusualSignUps, saveSafetyRules } from '../../core/operators/safety.ts'
import { endpoint } from '../endpoint.ts'

export const safetyEndpoints = [
  endpoint(getSafetyRulesCall, { handle: ({ runtime: { db, env } }) => getSafetyRules(db, { isClosed: !isSignUpOpen(env) }) }),
  endpoint(saveSafetyRulesCall, {
    handle: ({ runtime: { db, env }, caller, input: { body }, clientAddress }) =>
      saveSafetyRules(db, {
        input: body,
        isClosed: !isSignUpOpen(env),
        userId: caller.userId,
        address: clientAddress,
        reason: body.reason,
      }),
  }),
  endpoint(listUnusualSignUpsCall, { handle: async ({ runtime }) => ({ items: await listUnusualSignUps(runtime.db) }) }),
]
