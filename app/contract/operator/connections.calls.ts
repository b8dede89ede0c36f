import * as v from 'valibot'
import {
  addKeySchema,
  changeKeySchema,
  changeModelSchema,
  connectionTestSchema,
  operatorConnectionsSchema,
  operatorModelsSchema,
  saveConnectionSchema,
  switchConnectionSchema,
} from './connections.ts'
import { byId, defineCall, noContent } from '../base/call.ts'

const tag = 'Operator'
const auth = 'operator:manage_connections'

export const listConnectionsCall = defineCall({
  method: 'GET',
  path: '/v1/operator/connections',
  summary: 'List the connections to services and servers, without their keys',
  tag,
  auth,
  status: 200,
  input: {},
  response: operatorConnectionsSchema,
})

export const saveConnectionCall = defineCall({
  method: 'PUT',
  path: '/v1/operator/connections/{id}',
  summary: 'Store a key or the address of a server, once it has been tested',
  tag,
  auth,
  reach: 'nobody',
  inPerson: true,
  status: 204,
  input: { params: byId, body: saveConnectionSchema },
  response: noContent,
})

export const switchConnectionCall = defineCall({
  method: 'PATCH',
  path: '/v1/operator/connections/{id}',
  summary: 'Turn a connection on or off',
  tag,
  auth,
  reach: 'nobody',
  status: 204,
  input: { params: byId, body: switchConnectionSchema },
  response: noContent,
})

export const removeConnectionCall = defineCall({
  method: 'DELETE',
  path: '/v1/operator/connections/{id}',
  summary: 'Remove a stored key or address; that of the environment applies again',
  tag,
  auth,
  reach: 'nobody',
  inPerson: true,
  status: 204,
  input: { params: byId },
  response: noContent,
})

export const testConnectionCall = defineCall({
  method: 'POST',
  path: '/v1/operator/connections/{id}/test',
  summary: 'Test a connection with a request that costs nothing',
  tag,
  auth,
  reach: 'nobody',
  inPerson: true,
  status: 200,
  input: { params: byId },
  response: connectionTestSchema,
})

const byKey = v.object({ id: v.string(), key: v.string() })

export const addKeyCall = defineCall({
  method: 'POST',
  path: '/v1/operator/connections/{id}/keys',
  summary: 'Add a key to a service, once it has been tested',
  tag,
  auth,
  reach: 'nobody',
  status: 204,
  input: { params: byId, body: addKeySchema },
  response: noContent,
})

export const changeKeyCall = defineCall({
  method: 'PATCH',
  path: '/v1/operator/connections/{id}/keys/{key}',
  summary: 'Change the label, the priority or the weight of a key, or turn it on or off',
  tag,
  auth,
  reach: 'nobody',
  status: 204,
  input: { params: byKey, body: changeKeySchema },
  response: noContent,
})

export const removeKeyCall = defineCall({
  method: 'DELETE',
  path: '/v1/operator/connections/{id}/keys/{key}',
  summary: 'Remove a stored key',
  tag,
  auth,
  reach: 'nobody',
  status: 204,
  input: { params: byKey },
  response: noContent,
})

export const testKeyCall = defineCall({
  method: 'POST',
  path: '/v1/operator/connections/{id}/keys/{key}/test',
  summary: 'Test a key with a request that costs nothing, and use it again if it works',
  tag,
  auth,
  reach: 'nobody',
  status: 200,
  input: { params: byKey },
  response: connectionTestSchema,
})

export const listOperatorModelsCall = defineCall({
  method: 'GET',
  path: '/v1/operator/models',
  summary: 'List models with their prices and costs, those that are off included',
  tag,
  auth,
  status: 200,
  input: {},
  response: operatorModelsSchema,
})

export const changeModelCall = defineCall({
  method: 'PUT',
  path: '/v1/operator/models',
  summary: 'Turn a model on or off, or set its price for later runs',
  tag,
  auth,
  status: 204,
  input: { body: changeModelSchema },
  response: noContent,
})
