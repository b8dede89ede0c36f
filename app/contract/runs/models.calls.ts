import { modelsQuerySchema, modelsSchema } from './models.ts'
import { defineCall } from '../base/call.ts'

export const listModelsCall = defineCall({
  method: 'GET',
  path: '/v1/models',
  summary: 'List models with their prices and options',
  tag: 'Models',
  auth: 'public',
  status: 200,
  input: { query: modelsQuerySchema },
  response: modelsSchema,
})
