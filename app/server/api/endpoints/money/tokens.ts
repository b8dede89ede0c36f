import {
  downloadLedgerCall,
  getBalanceCall,
  getLimitsCall,
  linkLedgerCall,
  listTokenEntriesCall,
  listTokenPacksCall,
  setLimitsCall,
} from '#app/contract/money/tokens.calls.ts'
import { contentDisposition } from '#app/server/core/making/files/file-name.ts'
import { exportEntries } from '#app/server/core/money/tokens/export-entries.ts'
import { readExportUrl, signExportUrl } from '#app/server/core/money/tokens/export-link.ts'
import { getBalance } from '#app/server/core/money/tokens/get-balance.ts'
import { getLimits } from '#app/server/core/money/tokens/get-limits.ts'
import { listEntries } from '#app/server/core/money/tokens/list-entries.ts'
import { setLimits } from '#app/server/core/money/tokens/set-limits.ts'
import { endpoint } from '../../endpoint.ts'
import { inAllCurrencies, offersOf } from './offers.ts'

export const tokenEndpoints = [
  endpoint(getBalanceCall, {
    handle: ({ runtime, caller }) => getBalance(runtime.db, caller.accountId),
  }),
  endpoint(listTokenEntriesCall, {
    heavy: ({ query }) => Boolean(query.q),
    handle: ({ runtime, caller, input }) => listEntries(runtime.db, caller.accountId, input.query),
  }),
  endpoint(linkLedgerCall, {
    async handle({ runtime: { keys }, caller, input }) {
      return { url: signExportUrl(keys, { userId: caller.userId, filter: input.query }) }
    },
  }),
  endpoint(downloadLedgerCall, {
    async handle({ runtime: { db, keys }, input: { params }, context }) {
      const wanted = readExportUrl(keys, params.link)
      const headers = {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': contentDisposition(`quartet-tokens-${new Date().toISOString().slice(0, 10)}.csv`, { download: true }),
        'cache-control': 'private, no-store',
      }
      if (context.req.method === 'HEAD') return new Response(null, { headers })
      return new Response(await exportEntries(db, wanted), { headers })
    },
  }),
  endpoint(getLimitsCall, {
    handle: ({ runtime, caller }) => getLimits(runtime.db, caller.userId),
  }),
  endpoint(setLimitsCall, {
    handle: ({ runtime, caller, input }) => setLimits(runtime.db, caller.userId, input.body),
  }),
  endpoint(listTokenPacksCall, {
    async handle({ runtime }) {
      const { settings, offer } = await offersOf(runtime)
      return { ...offer, items: settings.packs.map(({ id, tokens, price }) => ({ id, tokens, prices: inAllCurrencies(price) })) }
    },
  }),
]
