import * as v from 'valibot'
import { apiKeysSchema, createApiKeySchema, createOperatorKeySchema, newApiKeySchema } from './api-keys.ts'
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
