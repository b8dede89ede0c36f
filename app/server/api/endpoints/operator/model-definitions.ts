import {
  checkDefinitionCall,
  discardDraftCall,
  getDefinitionCall,
  importSchemaCall,
  listModelVersionsCall,
  publishDraftCall,
  removeDefinitionCall,
  restoreDefinitionCall,
  saveModelDraftCall,
  testDraftCall,
} from '#app/contract/operator/model-definitions.calls.ts'
import { lowestTokenValue } from '#app/server/core/operation/connections/cost.ts'
import {
  discardDraft,
  publishDraft,
  removeDefinition,
  restoreDefinition,
  saveDraft,
  testDraft,
} from '#app/server/core/operation/definitions/change-definition.ts'
import { checkDefinition } from '#app/server/core/operation/definitions/check-definition.ts'
import { importSchema } from '#app/server/core/operation/definitions/import-schema.ts'
import { getDefinition, listModelVersions } from '#app/server/core/operation/definitions/definitions.ts'
import { toGeneration } from '#app/server/core/making/generations/to-generation.ts'
import { endpoint } from '../../endpoint.ts'
import { proveOperator } from '../../requests/prove-operator.ts'

export const modelDefinitionEndpoints = [
  endpoint(getDefinitionCall, {
    handle: ({ runtime: { db, connections }, input: { query }, locale }) => getDefinition(db, { connections, model: query.model, locale }),
  }),
  endpoint(checkDefinitionCall, {
    async handle({ runtime: { connections, shop }, input: { body }, locale }) {
      return checkDefinition({ ...body, connections, locale, tokenValue: lowestTokenValue((await shop.current()).settings) })
    },
  }),
  endpoint(importSchemaCall, {
    handle: ({ runtime: { connections }, input: { body } }) => importSchema(connections, body),
  }),
  endpoint(saveModelDraftCall, {
    async handle({ runtime: { db, connections }, caller, input: { body }, clientAddress, locale }) {
      await saveDraft(db, { ...body, reason: '', userId: caller.userId, address: clientAddress })
      return getDefinition(db, { connections, model: body.model, locale })
    },
  }),
  endpoint(discardDraftCall, {
    handle: ({ runtime: { db }, caller, input: { body }, clientAddress }) =>
      discardDraft(db, { ...body, reason: '', userId: caller.userId, address: clientAddress }),
  }),
  endpoint(testDraftCall, {
    async handle({ runtime, caller, input: { body }, clientAddress, locale }) {
      const { db, connections, providers, queue, keys } = runtime
      const { model, revision, ...input } = body
      const act = { reason: '', userId: caller.userId, address: clientAddress }
      const row = await testDraft(db, { connections, providers, queue, model, revision, input, ...act })
      return toGeneration(db, row, { keys, providers, locale })
    },
  }),
  endpoint(publishDraftCall, {
    async handle({ runtime, caller, input: { body }, clientAddress, locale }) {
      const { db, connections } = runtime
      await proveOperator(runtime, caller, body)
      const { model, revision, reason } = body
      await publishDraft(db, { model, revision, reason, connections, userId: caller.userId, address: clientAddress })
      return getDefinition(db, { connections, model: body.model, locale })
    },
  }),
  endpoint(listModelVersionsCall, {
    handle: ({ runtime: { db }, input: { query } }) => listModelVersions(db, query),
  }),
  endpoint(restoreDefinitionCall, {
    async handle({ runtime, caller, input: { body }, clientAddress, locale }) {
      const { db, connections } = runtime
      await proveOperator(runtime, caller, body)
      const { model, revision, number, reason } = body
      await restoreDefinition(db, { model, revision, number, reason, connections, userId: caller.userId, address: clientAddress })
      return getDefinition(db, { connections, model: body.model, locale })
    },
  }),
  endpoint(removeDefinitionCall, {
    handle: ({ runtime: { db, connections }, caller, input: { body }, clientAddress }) =>
      removeDefinition(db, { ...body, connections, userId: caller.userId, address: clientAddress }),
  }),
]
