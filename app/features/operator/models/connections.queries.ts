import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import { getCatalogue, listConnections, listOperatorModels } from './connections.functions.ts'
import { operatorKey } from '../base/operator.queries.ts'

export const connectionsQuery = queryOptions({
  queryKey: [...operatorKey, 'connections'],
  queryFn: async () => unwrap(await listConnections()),
})

export const operatorModelsQuery = queryOptions({
  queryKey: [...operatorKey, 'models'],
  queryFn: async () => unwrap(await listOperatorModels()),
})

export const catalogueQuery = queryOptions({
  queryKey: [...operatorKey, 'catalogue'],
  queryFn: async () => unwrap(await getCatalogue()),
})
