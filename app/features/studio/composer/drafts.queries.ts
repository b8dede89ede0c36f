import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import type { Kind } from '#app/contract/base/values.ts'
import { getDraft } from './drafts.functions.ts'

/** The account's draft of one kind. The page's HTML contains it, so that an untouched studio makes no call. */
export const draftQuery = (kind: Kind) =>
  queryOptions({ queryKey: ['drafts', kind], queryFn: async () => unwrap(await getDraft({ data: { kind } })) })
