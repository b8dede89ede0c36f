import {
  addPasskeyCall,
  askForPasskeyCall,
  beginPasskeyCall,
  listPasskeysCall,
  removePasskeyCall,
  signInWithPasskeyCall,
} from '#app/contract/account/passkeys.calls.ts'
import { addPasskey } from '#app/server/core/identity/passkeys/add-passkey.ts'
import { startPasskey } from '#app/server/core/identity/passkeys/start-passkey.ts'
import { startPasskeySignIn } from '#app/server/core/identity/passkeys/start-passkey-sign-in.ts'
import { listPasskeys } from '#app/server/core/identity/passkeys/list-passkeys.ts'
import { removePasskey } from '#app/server/core/identity/passkeys/remove-passkey.ts'
import { signInWithPasskey } from '#app/server/core/identity/passkeys/sign-in-with-passkey.ts'
import { siteUrl } from '#app/server/site-url.ts'
import { type Endpoint, endpoint } from '../../endpoint.ts'
import { inBackground } from '../../requests/in-background.ts'

export const passkeyEndpoints: Endpoint[] = [
  endpoint(askForPasskeyCall, {
    handle: ({ runtime: { db, attempts, env }, clientAddress }) =>
      startPasskeySignIn(db, attempts, { address: clientAddress, siteUrl: siteUrl(env) }),
  }),
  endpoint(signInWithPasskeyCall, {
    handle: ({ runtime: { db, keys, attempts, env }, input: { body }, clientAddress, context }) =>
      signInWithPasskey(db, keys, attempts, {
        response: body,
        address: clientAddress,
        userAgent: context.req.header('user-agent') ?? null,
        siteUrl: siteUrl(env),
      }),
  }),
  endpoint(listPasskeysCall, {
    handle: async ({ runtime, caller }) => ({ items: await listPasskeys(runtime.db, { userId: caller.userId }) }),
  }),
  endpoint(beginPasskeyCall, {
    handle: ({ runtime: { db, keys, attempts, env }, caller, input: { body } }) =>
      startPasskey(db, keys, attempts, { caller, proof: body, siteUrl: siteUrl(env) }),
  }),
  endpoint(addPasskeyCall, {
    async handle({ runtime, caller, input: { body } }) {
      const { db, mailer, env } = runtime
      const { passkey, delivery } = await addPasskey(db, mailer, { caller, siteUrl: siteUrl(env), input: body })
      inBackground(runtime, delivery)
      return passkey
    },
  }),
  endpoint(removePasskeyCall, {
    async handle({ runtime, caller, input: { params } }) {
      await removePasskey(runtime.db, { userId: caller.userId, id: params.id })
    },
  }),
]
