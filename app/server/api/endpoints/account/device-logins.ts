import { answerDeviceLoginCall, readDeviceLoginCall } from '#app/contract/account/programs.calls.ts'
import { requireKnownModels } from '#app/server/core/identity/api-keys/key-budget.ts'
import { answerDeviceLogin, findDeviceLogin } from '#app/server/core/identity/programs/device-login.ts'
import { proofOfConsent, proveConsent } from '#app/server/core/identity/programs/prove-consent.ts'
import type { Runtime } from '#app/server/runtime.ts'
import { siteUrl } from '#app/server/site-url.ts'
import { type Endpoint, endpoint } from '../../endpoint.ts'
import { inBackground } from '../../requests/in-background.ts'

/** Finds the sign-in of a code. Wrong codes are counted, so that nobody finds somebody else’s by guessing. */
async function findOf({ db, attempts }: Runtime, userId: string, userCode: string) {
  await attempts.userCodes.take(userId)
  const found = await findDeviceLogin(db, userCode)
  await attempts.userCodes.giveBack(userId)
  return found
}

export const deviceLoginEndpoints: Endpoint[] = [
  endpoint(readDeviceLoginCall, {
    async handle({ runtime, caller, input: { query } }) {
      const { clientName: name, address, scopes } = await findOf(runtime, caller.userId, query.user_code)
      return { client: { name, host: null }, address, scopes, proof: await proofOfConsent(runtime.db, caller) }
    },
  }),
  endpoint(answerDeviceLoginCall, {
    async handle({
      runtime,
      caller,
      input: {
        body: { user_code: userCode, allow, budget = {}, password, code },
      },
    }) {
      const { db, keys, attempts, providers, mailer, env } = runtime
      await findOf(runtime, caller.userId, userCode)
      if (allow) {
        await requireKnownModels(providers, budget)
        await proveConsent(db, { keys, attempts, caller, proof: { password, code } })
      }
      const { delivery } = await answerDeviceLogin(db, mailer, { caller, userCode, allow, budget, siteUrl: siteUrl(env) })
      inBackground(runtime, delivery)
    },
  }),
]
