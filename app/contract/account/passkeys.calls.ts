import * as v from 'valibot'
import { tokenPairSchema } from './accounts.ts'
import { idSchema } from '../base/common.ts'
import {
  addPasskeySchema,
  passkeyRegistrationSchema,
  passkeyRequestSchema,
  passkeySchema,
  passkeySignInSchema,
  passkeysSchema,
} from './passkeys.ts'
import { proofSchema } from '../base/security.ts'
import { defineCall, noContent } from '../base/call.ts'

const tag = 'Passkeys'

export const askForPasskeyCall = defineCall({
  method: 'POST',
  path: '/v1/auth/passkey/options',
  summary: 'Get the WebAuthn options for a sign-in with a passkey',
  tag,
  auth: 'public',
  status: 200,
  input: {},
  response: passkeyRequestSchema,
  errors: ['too_many_attempts'],
})

export const signInWithPasskeyCall = defineCall({
  method: 'POST',
  path: '/v1/auth/passkey',
  summary: 'Exchange a signed passkey challenge for an access token and a refresh token. No second factor is needed.',
  tag,
  auth: 'public',
  status: 200,
  secret: true,
  input: { body: passkeySignInSchema },
  response: tokenPairSchema,
  errors: ['passkey_refused', 'account_blocked', 'too_many_attempts'],
})

export const listPasskeysCall = defineCall({
  method: 'GET',
  path: '/v1/me/passkeys',
  summary: 'List passkeys',
  tag,
  auth: 'session',
  status: 200,
  input: {},
  response: passkeysSchema,
})

export const beginPasskeyCall = defineCall({
  method: 'POST',
  path: '/v1/me/passkeys/options',
  summary: 'Get the WebAuthn options to create a passkey',
  tag,
  auth: 'session',
  status: 200,
  input: { body: proofSchema },
  response: passkeyRegistrationSchema,
  errors: ['too_many_passkeys', 'recent_sign_in_required'],
})

export const addPasskeyCall = defineCall({
  method: 'POST',
  path: '/v1/me/passkeys',
  summary: 'Save a passkey created by a device',
  tag,
  auth: 'session',
  status: 201,
  input: { body: addPasskeySchema },
  response: passkeySchema,
  errors: ['passkey_refused'],
})

export const removePasskeyCall = defineCall({
  method: 'DELETE',
  path: '/v1/me/passkeys/{id}',
  summary: 'Remove a passkey, unless it is the last way to sign in',
  tag,
  auth: 'session',
  status: 204,
  input: { params: v.object({ id: idSchema }) },
  response: noContent,
  errors: ['not_found', 'last_way_in'],
})
