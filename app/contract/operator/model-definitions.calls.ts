import * as v from 'valibot'
import { pageQueryEntries } from '../base/common.ts'
import { generationSchema } from '../runs/generations.ts'
import {
  checkDefinitionSchema,
  checkedDefinitionSchema,
  definitionQuerySchema,
  discardDraftSchema,
  importedSchemaSchema,
  importSchemaSchema,
  modelDefinitionSchema,
  modelVersionPageSchema,
  publishDraftSchema,
  removeDefinitionSchema,
  restoreDefinitionSchema,
  saveDraftSchema,
  testDraftSchema,
} from './model-definitions.ts'
import { defineCall } from '../base/call.ts'

const tag = 'Operator'
const auth = 'operator:manage_connections'

export const getDefinitionCall = defineCall({
  method: 'GET',
  path: '/v1/operator/model-definitions',
  summary: 'Get the definition of a model: the one in force, the default one and the draft',
  tag,
  auth,
  status: 200,
  input: { query: definitionQuerySchema },
  response: modelDefinitionSchema,
})

export const checkDefinitionCall = defineCall({
  method: 'POST',
  path: '/v1/operator/model-definitions/check',
  summary: 'Check a definition and preview the model, without saving anything',
  tag,
  auth,
  status: 200,
  input: { body: checkDefinitionSchema },
  response: checkedDefinitionSchema,
})

export const importSchemaCall = defineCall({
  method: 'POST',
  path: '/v1/operator/model-definitions/import',
  summary: 'Read a model’s published schema into a draft, without saving anything',
  tag,
  auth,
  status: 200,
  input: { body: importSchemaSchema },
  response: importedSchemaSchema,
})

export const saveModelDraftCall = defineCall({
  method: 'PUT',
  path: '/v1/operator/model-definitions/draft',
  summary: 'Save a draft of a definition, which may still contain mistakes',
  tag,
  auth,
  status: 200,
  input: { body: saveDraftSchema },
  response: modelDefinitionSchema,
  errors: ['definition_changed'],
})

export const discardDraftCall = defineCall({
  method: 'POST',
  path: '/v1/operator/model-definitions/draft/discard',
  summary: 'Discard a draft',
  tag,
  auth,
  status: 204,
  input: { body: discardDraftSchema },
  response: v.void(),
  errors: ['definition_changed'],
})

export const testDraftCall = defineCall({
  method: 'POST',
  path: '/v1/operator/model-definitions/draft/test',
  summary: 'Run the saved draft of a model once, free of charge',
  tag,
  auth,
  inPerson: true,
  status: 202,
  input: { body: testDraftSchema },
  response: generationSchema,
  errors: ['definition_changed', 'definition_invalid', 'model_unavailable', 'too_many_waiting'],
})

export const publishDraftCall = defineCall({
  method: 'POST',
  path: '/v1/operator/model-definitions/draft/publish',
  summary: 'Put the saved draft into force for runs submitted from now on',
  tag,
  auth,
  inPerson: true,
  status: 200,
  input: { body: publishDraftSchema },
  response: modelDefinitionSchema,
  errors: ['definition_changed', 'definition_invalid'],
})

export const listModelVersionsCall = defineCall({
  method: 'GET',
  path: '/v1/operator/model-definitions/versions',
  summary: 'List the published versions of a model, newest first',
  tag,
  auth,
  status: 200,
  input: { query: v.object({ ...definitionQuerySchema.entries, ...pageQueryEntries }) },
  response: modelVersionPageSchema,
  errors: ['unknown_cursor'],
})

export const restoreDefinitionCall = defineCall({
  method: 'POST',
  path: '/v1/operator/model-definitions/restore',
  summary: 'Put an earlier version of a model into force again, as a new version',
  tag,
  auth,
  inPerson: true,
  status: 200,
  input: { body: restoreDefinitionSchema },
  response: modelDefinitionSchema,
  errors: ['definition_changed', 'definition_invalid', 'nothing_to_change'],
})

export const removeDefinitionCall = defineCall({
  method: 'POST',
  path: '/v1/operator/model-definitions/remove',
  summary: 'Use the default definition of a model again, or remove a model that was added here',
  tag,
  auth,
  status: 204,
  input: { body: removeDefinitionSchema },
  response: v.void(),
  errors: ['definition_changed', 'nothing_to_change'],
})
