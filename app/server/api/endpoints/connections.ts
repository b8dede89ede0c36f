import {
  changeModelCall,
  listConnectionsCall,
  listOperatorModelsCall,
  removeConnectionCall,
  saveConnectionCall,
  switchConnectionCall,
  testConnectionCall,
} from '#app/contract/calls/connections.ts'
import { removeConnection, saveConnection, switchConnection, testSaved } from '../../core/connections/change-connection.ts'
import { changeModel } from '../../core/connections/change-model.ts'
import { lowestTokenValue } from '../../core/connections/cost.ts'
import { listConnections, listOperatorModels } from '../../core/connections/list-connections.ts'
import { endpoint } from '../endpoint.ts'

export const connectionEndpoints = [
  endpoint(listConnectionsCall, {
    handle: async ({ runtime: { connections, env } }) => ({ items: await listConnections(connections, env) }),
  }),
  endpoint(saveConnectionCall, {
    handle: ({ runtime, caller, input: { params, body }, clientAddress }) =>
      saveConnection(runtime.db, runtime, {
        id: params.id,
        key: body.key ?? null,
        url: body.url ?? null,
        reason: body.reason,
        userId: caller.userId,
        address: clientAddress,
      }),
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
  endpoint(listOperatorModelsCall, {
    handle: async ({ runtime: { connections }, locale }) => ({
      items: await listOperatorModels(connections, locale),
      token_value: lowestTokenValue,
    }),
  }),
  endpoint(changeModelCall, {
    handle: ({ runtime: { db, connections }, caller, input: { body }, clientAddress }) =>
      changeModel(db, { ...body, connections, userId: caller.userId, address: clientAddress }),
  }),
]
