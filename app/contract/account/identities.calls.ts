import { addIdentitySchema, beginIdentitySchema, identitiesSchema, identityParamsSchema, identityStartSchema } from './identities.ts'
import { defineCall, noContent } from '../base/call.ts'

const tag = 'Account'

export const listIdentitiesCall = defineCall({
  method: 'GET',
  path: '/v1/me/identities',
  summary: 'List connected and available sign-in services.',
  tag,
  auth: 'session',
  status: 200,
  input: {},
  response: identitiesSchema,
})

export const beginIdentityCall = defineCall({
  method: 'POST',
  path: '/v1/me/identities/begin',
  summary: 'Start connecting a sign-in service. Returns the address for the browser to open; it returns to the settings with `?connect=`.',
  tag,
  auth: 'session',
  status: 200,
  input: { body: beginIdentitySchema },
  response: identityStartSchema,
  errors: ['recent_sign_in_required'],
})

export const addIdentityCall = defineCall({
  method: 'POST',
  path: '/v1/me/identities',
  summary: 'Connect the service that the browser returned from. `email_taken`: it belongs to another account.',
  tag,
  auth: 'session',
  status: 200,
  input: { body: addIdentitySchema },
  response: identitiesSchema,
  errors: ['invalid_verification_token', 'email_taken'],
})

export const removeIdentityCall = defineCall({
  method: 'DELETE',
  path: '/v1/me/identities/{provider}',
  summary: 'Disconnect a sign-in service, unless it is the last way to sign in.',
  tag,
  auth: 'session',
  status: 204,
  input: { params: identityParamsSchema },
  response: noContent,
  errors: ['not_found', 'last_way_in'],
})
