import {
  allowContentCall,
  blockContentCall,
  getSafetyRulesCall,
  listBlockedContentCall,
  listUnusualSignUpsCall,
  saveSafetyRulesCall,
} from '#app/contract/operator/safety.calls.ts'
import { isSignUpOpen } from '#app/server/core/identity/accounts/is-sign-up-open.ts'
import { allowContent, blockContent, listBlockedContent } from '#app/server/core/operation/operators/blocked-content.ts'
import { getSafetyRules, listUnusualSignUps, saveSafetyRules } from '#app/server/core/operation/operators/safety.ts'
import { tryModeration } from '#app/server/core/operation/connections/try-moderation.ts'
import { isChallengeOn } from '#app/server/core/identity/sign-up-challenge/is-challenge-on.ts'
import type { Env } from '#app/server/env.ts'
import { endpoint } from '../../endpoint.ts'

const placeOf = (env: Env) => ({
  isClosed: !isSignUpOpen(env),
  isChallenged: isChallengeOn(env),
  isModerated: env.MODERATION === 'openai',
})

export const safetyEndpoints = [
  endpoint(getSafetyRulesCall, { handle: ({ runtime: { db, env } }) => getSafetyRules(db, placeOf(env)) }),
  endpoint(saveSafetyRulesCall, {
    handle: ({ runtime: { db, env, connections }, caller, input: { body }, clientAddress }) =>
      saveSafetyRules(db, {
        input: body,
        ...placeOf(env),
        tryModeration: () => tryModeration({ env, db, connections }),
        userId: caller.userId,
        address: clientAddress,
        reason: body.reason,
      }),
  }),
  endpoint(listUnusualSignUpsCall, { handle: async ({ runtime }) => ({ items: await listUnusualSignUps(runtime.db) }) }),
  endpoint(listBlockedContentCall, { handle: ({ runtime, input: { query } }) => listBlockedContent(runtime.db, query) }),
  endpoint(blockContentCall, {
    handle: ({ runtime, caller, input: { body }, clientAddress }) =>
      blockContent(runtime.db, { ...body, userId: caller.userId, address: clientAddress }),
  }),
  endpoint(allowContentCall, {
    handle: ({ runtime, caller, input: { params, body }, clientAddress }) =>
      allowContent(runtime.db, { id: params.id, reason: body.reason, userId: caller.userId, address: clientAddress }),
  }),
]
