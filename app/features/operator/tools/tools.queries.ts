import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import { operatorKey } from '../base/operator.queries.ts'
import { getToolSettings } from './tools.functions.ts'

/** Groups that don't have a tool are part of it, so it is read again after a change of a group. */
export const toolSettingsQuery = queryOptions({
  queryKey: [...operatorKey, 'tools'],
  queryFn: async () => unwrap(await getToolSettings()),
})
