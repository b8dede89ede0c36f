import * as v from 'valibot'
import { localModelsSchema, ollamaModelSchema, ollamaPullsSchema } from './local-models.ts'
import { defineCall, noContent } from '../base/call.ts'

const tag = 'Operator'
const auth = 'operator:manage_connections'

const byModel = v.object({ id: v.pipe(v.string(), v.maxLength(100, 'too_long')) })

export const listLocalModelsCall = defineCall({
  method: 'GET',
  path: '/v1/operator/local-models',
  summary: 'List the models for this machine with the progress of their installation',
  tag,
  auth,
  status: 200,
  input: {},
  response: localModelsSchema,
})

export const installLocalModelCall = defineCall({
  method: 'PUT',
  path: '/v1/operator/local-models/{id}',
  summary: 'Install a model on this machine, or continue a failed installation',
  tag,
  auth,
  reach: 'nobody',
  status: 204,
  input: { params: byModel },
  response: noContent,
  errors: ['not_enough_memory', 'not_enough_disk'],
})

export const cancelLocalModelCall = defineCall({
  method: 'POST',
  path: '/v1/operator/local-models/{id}/cancel',
  summary: 'Cancel the installation of a model and delete the downloaded part',
  tag,
  auth,
  reach: 'nobody',
  status: 204,
  input: { params: byModel },
  response: noContent,
})

export const removeLocalModelCall = defineCall({
  method: 'DELETE',
  path: '/v1/operator/local-models/{id}',
  summary: 'Delete a model from this machine',
  tag,
  auth,
  reach: 'nobody',
  status: 204,
  input: { params: byModel },
  response: noContent,
  errors: ['being_installed'],
})

export const listOllamaPullsCall = defineCall({
  method: 'GET',
  path: '/v1/operator/ollama/pulls',
  summary: 'List the models that the connected Ollama server is downloading',
  tag,
  auth,
  status: 200,
  input: {},
  response: ollamaPullsSchema,
})

export const pullOllamaModelCall = defineCall({
  method: 'POST',
  path: '/v1/operator/ollama/pulls',
  summary: 'Make the connected Ollama server download a model',
  tag,
  auth,
  status: 204,
  input: { body: ollamaModelSchema },
  response: noContent,
})

export const cancelOllamaPullCall = defineCall({
  method: 'POST',
  path: '/v1/operator/ollama/pulls/cancel',
  summary: 'Stop the download of a model by the connected Ollama server',
  tag,
  auth,
  status: 204,
  input: { body: ollamaModelSchema },
  response: noContent,
})
