import * as v from 'valibot'
import { tokenPairSchema } from '#app/contract/accounts.ts'
import { idSchema } from '#app/contract/common.ts'
import {
  addPasskeySchema,
  passkeyRegistrationSchema,
  passkeyRequestSchema,
  passkeySchema,
  passkeySignInSchema,
  passkeysSchema,
} from '#app/contract/passkeys.ts'
import { proofSchema } from '#app/contract/security.ts'
import { attemptsOf } from '../../core/accounts/attempts.ts'
import { addPasskey } from '../../core/passkeys/add-passkey.ts'
import { beginPasskey } from '../../core/passkeys/begin-passkey.ts'
import { beginPasskeySignIn } from '../../core/passkeys/begin-passkey-sign-in.ts'
import { listPasskeys } from '../../core/passkeys/list-passkeys.ts'
import { removePasskey } from '../../core/passkeys/remove-passkey.ts'
import { signInWithPasskey } from '../../core/passkeys/sign-in-with-passkey.ts'
import { siteUrl } from '../../site-url.ts'
import { type Endpoint, endpoint, publicEndpoint } from '../endpoint.ts'
import { inBackground } from '../in-background.ts'

const tag = 'Passkeys'

export const passkeyEndpoints: Endpoint[] = [
  publicEndpoint({
    method: 'post',
    path: '/v1/auth/passkey/options',
    summary: 'What a device is to sign so that a passkey signs in (WebAuthn)',
    tag,
    status: 200,
    errors: ['too_many_attempts'],
    input: {},
    response: passkeyRequestSchema,
    handle: ({ runtime: { db, handle, env }, clientAddress }) =>
      beginPasskeySignIn(db, attemptsOf(handle), { address: clientAddress, siteUrl: siteUrl(env) }),
  }),
  publicEndpoint({
    method: 'post',
    path: '/v1/auth/passkey',
    summary: 'Trade what the device has signed for an access token and a refresh token. A passkey needs no second step.',
    tag,
    status: 200,
    errors: ['passkey_refused', 'too_many_attempts'],
    input: { body: passkeySignInSchema },
    response: tokenPairSchema,
    handle: ({ runtime: { db, keys, handle, env }, input: { body }, clientAddress, context }) =>
      signInWithPasskey(db, keys, attemptsOf(handle), {
        response: body,
        address: clientAddress,
        userAgent: context.req.header('user-agent') ?? null,
        siteUrl: siteUrl(env),
      }),
  }),
  endpoint({
    method: 'get',
    path: '/v1/me/passkeys',
    summary: 'Own passkeys',
    tag,
    status: 200,
    input: {},
    response: passkeysSchema,
    handle: async ({ runtime, caller }) => ({ items: await listPasskeys(runtime.db, { userId: caller.userId }) }),
  }),
  endpoint({
    method: 'post',
    path: '/v1/me/passkeys/options',
    summary: 'What a device is asked when it makes a passkey (WebAuthn)',
    tag,
    status: 200,
    errors: ['too_many_passkeys', 'recent_sign_in_required', 'too_many_attempts'],
    input: { body: proofSchema },
    response: passkeyRegistrationSchema,
    handle: ({ runtime: { db, keys, handle, env }, caller, input: { body } }) =>
      beginPasskey(db, keys, attemptsOf(handle), { caller, proof: body, siteUrl: siteUrl(env) }),
  }),
  endpoint({
    method: 'post',
    path: '/v1/me/passkeys',
    summary: 'Keep the passkey that a device has made',
    tag,
    status: 201,
    errors: ['passkey_refused'],
    input: { body: addPasskeySchema },
    response: passkeySchema,
    async handle({ runtime, caller, input: { body } }) {
      const { db, mailer, env } = runtime
      const { passkey, delivery } = await addPasskey(db, mailer, { userId: caller.userId, siteUrl: siteUrl(env), input: body })
      inBackground(runtime, delivery)
      return passkey
    },
  }),
  endpoint({
    method: 'delete',
    path: '/v1/me/passkeys/{id}',
    summary: 'Remove a passkey, unless it is the last way into the account',
    tag,
    status: 204,
    errors: ['not_found', 'last_way_in'],
    input: { params: v.object({ id: idSchema }) },
    response: v.undefined(),
    async handle({ runtime, caller, input: { params } }) {
      await removePasskey(runtime.db, { userId: caller.userId, id: params.id })
      return undefined
    },
  }),
]
