import {
  addKeyCall,
  changeKeyCall,
  changeModelCall,
  listConnectionsCall,
  listOperatorModelsCall,
  removeConnectionCall,
  removeKeyCall,
  saveConnectionCall,
  switchConnectionCall,
  testConnectionCall,
  testKeyCall,
} from '#app/contract/operator/connections.calls.ts'
import {
  changesAddress,
  removeConnection,
  saveConnection,
  switchConnection,
  testSaved,
} from '#app/server/core/operation/connections/change-connection.ts'
import { addKey, changeKey, removeKey, testKey } from '#app/server/core/operation/connections/change-key.ts'
import { changeModel } from '#app/server/core/operation/connections/change-model.ts'
import { lowestTokenValue } from '#app/server/core/operation/connections/cost.ts'
import { listConnections, listOperatorModels } from '#app/server/core/operation/connections/list-connections.ts'
import { endpoint } from '../../endpoint.ts'
import { proveOperator } from '../../requests/prove-operator.ts'

export const connectionEndpoints = [
  endpoint(listConnectionsCall, {
    handle: async ({ runtime }) => ({ items: await listConnections(runtime.db, runtime) }),
  }),
  endpoint(saveConnectionCall, {
    async handle({ runtime, caller, input: { params, body }, clientAddress }) {
      const access = { id: params.id, key: body.key ?? null, url: body.url ?? null, offer: body.offer }
      if (await changesAddress(runtime, access)) await proveOperator(runtime, caller, body)
      return saveConnection(runtime.db, runtime, { ...access, reason: body.reason, userId: caller.userId, address: clientAddress })
    },
  }),
  endpoint(switchConnectionCall, {
    handle: ({ runtime, caller, input: { params, body }, clientAddress }) =>
      switchConnection(runtime.db, runtime, { ...body, id: params.id, userId: caller.userId, address: clientAddress }),
  }),
  endpoint(removeConnectionCall, {
    handle: ({ runtime, caller, input: { params }, clientAddress }) =>
      removeConnection(runtime.db, runtime, { id: params.id, reason: '', userId: caller.userId, address: clientAddress }),
  }),
  endpoint(testConnectionCall, {
    handle: async ({ runtime, input: { params } }) => ({ verdict: await testSaved(runtime, params.id) }),
  }),
  endpoint(addKeyCall, {
    handle: ({ runtime, caller, input: { params, body }, clientAddress }) =>
      addKey(runtime.db, runtime, { ...body, service: params.id, userId: caller.userId, address: clientAddress }),
  }),
  endpoint(changeKeyCall, {
    handle: ({ runtime, caller, input: { params, body }, clientAddress }) =>
      changeKey(runtime.db, runtime, { ...body, service: params.id, id: params.key, userId: caller.userId, address: clientAddress }),
  }),
  endpoint(removeKeyCall, {
    handle: ({ runtime, caller, input: { params }, clientAddress }) =>
      removeKey(runtime.db, runtime, { service: params.id, id: params.key, reason: '', userId: caller.userId, address: clientAddress }),
  }),
  endpoint(testKeyCall, {
    handle: async ({ runtime, input: { params } }) => ({
      verdict: await testKey(runtime.db, runtime, { service: params.id, id: params.key }),
    }),
  }),
  endpoint(listOperatorModelsCall, {
    async handle({ runtime: { db, connections, shop }, locale }) {
      const tokenValue = lowestTokenValue((await shop.current()).settings)
      return { ...(await listOperatorModels(db, { connections, locale, tokenValue })), token_value: tokenValue }
    },
  }),
  endpoint(changeModelCall, {
    handle: ({ runtime: { db, connections }, caller, input: { body }, clientAddress }) =>
      changeModel(db, { ...body, connections, userId: caller.userId, address: clientAddress }),
  }),
]
