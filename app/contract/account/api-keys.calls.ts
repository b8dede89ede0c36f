import * as v from 'valibot'
import {
  apiKeySchema,
  apiKeysSchema,
  changeApiKeySchema,
  createApiKeySchema,
  createOperatorKeySchema,
  endedAccessSchema,
  newApiKeySchema,
  ownKeySchema,
} from './api-keys.ts'
import { idSchema } from '../base/common.ts'
import { defineCall, noContent } from '../base/call.ts'

const tag = 'API keys'

export const listApiKeysCall = defineCall({
  method: 'GET',
  path: '/v1/me/api-keys',
  summary: 'List API keys with their usage this month; the keys themselves are never returned',
  tag,
  auth: 'session',
  status: 200,
  input: {},
  response: apiKeysSchema,
})

export const createApiKeyCall = defineCall({
  method: 'POST',
  path: '/v1/me/api-keys',
  summary: 'Create an API key, with the password or a code. The key is returned only once.',
  tag,
  auth: 'session',
  status: 201,
  input: { body: createApiKeySchema },
  response: newApiKeySchema,
  errors: ['too_many_api_keys', 'recent_sign_in_required'],
})

export const createOperatorKeyCall = defineCall({
  method: 'POST',
  path: '/v1/operator/api-keys',
  summary: 'Create an API key with the scope `operator` for oneself. The key is returned only once.',
  tag,
  auth: 'operator:create_keys',
  inPerson: true,
  status: 201,
  input: { body: createOperatorKeySchema },
  response: newApiKeySchema,
  errors: ['too_many_api_keys', 'recent_sign_in_required'],
})

export const endProgramAccessCall = defineCall({
  method: 'DELETE',
  path: '/v1/me/api-keys',
  summary: 'Revoke all API keys at once. Their open streams end; runs they started continue.',
  tag,
  auth: 'session',
  status: 200,
  input: {},
  response: endedAccessSchema,
})

export const changeApiKeyCall = defineCall({
  method: 'PATCH',
  path: '/v1/me/api-keys/{id}',
  summary: 'Rename an API key, or change its budget or expiration. No key can change itself.',
  tag,
  auth: 'session',
  status: 200,
  input: { params: v.object({ id: idSchema }), body: changeApiKeySchema },
  response: apiKeySchema,
  errors: ['not_found'],
})

export const getOwnKeyCall = defineCall({
  method: 'GET',
  path: '/v1/key',
  summary: 'Get the API key that makes the call: its permissions, its budget and what is left of it; `not_found` with a session',
  tag,
  auth: 'key:read',
  status: 200,
  input: {},
  response: ownKeySchema,
  errors: ['not_found'],
})

export const revokeApiKeyCall = defineCall({
  method: 'DELETE',
  path: '/v1/me/api-keys/{id}',
  summary: 'Revoke an API key. Its open streams end; runs it started continue.',
  tag,
  auth: 'session',
  status: 204,
  input: { params: v.object({ id: idSchema }) },
  response: noContent,
  errors: ['not_found'],
})
