import { applyCatalogueSchema, catalogueSchema, revertCatalogueSchema } from './catalogue.ts'
import { defineCall } from '../base/call.ts'

const tag = 'Operator'
const auth = 'operator:manage_connections'

export const getCatalogueCall = defineCall({
  method: 'GET',
  path: '/v1/operator/catalogue',
  summary: 'Get the edition of the model catalogue in force, and what a newer one of the feed would change',
  tag,
  auth,
  status: 200,
  input: {},
  response: catalogueSchema,
})

export const readFeedCall = defineCall({
  method: 'POST',
  path: '/v1/operator/catalogue/read',
  summary: 'Read the feed of the model catalogue now',
  tag,
  auth,
  status: 200,
  input: {},
  response: catalogueSchema,
})

export const applyCatalogueCall = defineCall({
  method: 'POST',
  path: '/v1/operator/catalogue/apply',
  summary: 'Apply a read edition of the model catalogue to runs submitted from now on',
  tag,
  auth,
  status: 200,
  input: { body: applyCatalogueSchema },
  response: catalogueSchema,
  errors: ['definition_changed'],
})

export const revertCatalogueCall = defineCall({
  method: 'POST',
  path: '/v1/operator/catalogue/back',
  summary: 'Go back to the edition of the model catalogue before',
  tag,
  auth,
  status: 200,
  input: { body: revertCatalogueSchema },
  response: catalogueSchema,
  errors: ['definition_changed'],
})
