import { modelsQuerySchema, modelsSchema } from '#app/contract/models.ts'
import { listModels } from '../../core/models/list-models.ts'
import { publicEndpoint } from '../endpoint.ts'

export const modelEndpoints = [
  publicEndpoint({
    method: 'get',
    path: '/v1/models',
    summary: 'Models with their prices and options',
    tag: 'Models',
    status: 200,
    input: { query: modelsQuerySchema },
    response: modelsSchema,
    handle: ({ runtime: { db, providers }, input, locale }) => listModels(db, { providers, locale, types: input.query.type__in }),
  }),
]
