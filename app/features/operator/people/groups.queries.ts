import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import { listGroups } from './groups.functions.ts'
import { operatorKey } from '../base/operator.queries.ts'

export const groupsQuery = queryOptions({
  queryKey: [...operatorKey, 'groups'],
  queryFn: async () => unwrap(await listGroups()),
})
