import * as v from 'valibot'
import {
  balanceSchema,
  exportAnswerSchema,
  ledgerFilterSchema,
  limitsSchema,
  setLimitsSchema,
  tokenEntriesQuerySchema,
  tokenEntryPageSchema,
  tokenPacksSchema,
} from '#app/contract/tokens.ts'
import { config } from '#config'
import { contentDisposition } from '../../core/files/file-name.ts'
import { exportEntries } from '../../core/tokens/export-entries.ts'
import { readExportUrl, signExportUrl } from '../../core/tokens/export-link.ts'
import { getBalance } from '../../core/tokens/get-balance.ts'
import { getLimits } from '../../core/tokens/get-limits.ts'
import { listEntries } from '../../core/tokens/list-entries.ts'
import { setLimits } from '../../core/tokens/set-limits.ts'
import { endpoint, keyEndpoint, publicEndpoint } from '../endpoint.ts'
import { inAllCurrencies, offersOf } from '../offers.ts'

const tag = 'Tokens'

export const tokenEndpoints = [
  keyEndpoint({
    scope: 'read',
    method: 'get',
    path: '/v1/tokens',
    summary: 'Own balance, lots, and how long they last',
    tag,
    status: 200,
    input: {},
    response: balanceSchema,
    handle: ({ runtime, caller }) => getBalance(runtime.db, caller.userId),
  }),
  keyEndpoint({
    scope: 'read',
    method: 'get',
    path: '/v1/tokens/entries',
    summary: 'Own ledger, newest first',
    tag,
    status: 200,
    input: { query: tokenEntriesQuerySchema },
    heavy: ({ query }) => Boolean(query.q),
    response: tokenEntryPageSchema,
    errors: ['unknown_cursor'],
    handle: ({ runtime, caller, input }) => listEntries(runtime.db, caller.userId, input.query),
  }),
  endpoint({
    method: 'post',
    path: '/v1/tokens/entries/export',
    summary: 'A link to the own ledger as CSV: all of it, or what the filter leaves',
    tag,
    status: 200,
    input: { query: ledgerFilterSchema },
    response: exportAnswerSchema,
    async handle({ runtime: { keys }, caller, input }) {
      return { url: signExportUrl(keys, { userId: caller.userId, filter: input.query }) }
    },
  }),
  publicEndpoint({
    method: 'get',
    path: '/v1/tokens/entries/export/{link}',
    summary: 'The CSV that a link leads to, made as it is sent',
    tag,
    status: 200,
    input: { params: v.object({ link: v.pipe(v.string(), v.maxLength(4000, 'too_long')) }) },
    response: v.instance(Response),
    produces: 'text/csv',
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
  endpoint({
    method: 'get',
    path: '/v1/tokens/limits',
    summary: 'What the person lets themselves spend at most, and what of it is used today',
    tag,
    status: 200,
    input: {},
    response: limitsSchema,
    handle: ({ runtime, caller }) => getLimits(runtime.db, caller.userId),
  }),
  endpoint({
    method: 'put',
    path: '/v1/tokens/limits',
    summary: 'Limit what one run and one day may cost; null takes a limit away',
    tag,
    status: 200,
    input: { body: setLimitsSchema },
    response: limitsSchema,
    handle: ({ runtime, caller, input }) => setLimits(runtime.db, caller.userId, input.body),
  }),
  publicEndpoint({
    method: 'get',
    path: '/v1/token-packs',
    summary: 'Token packs and their prices',
    tag,
    status: 200,
    input: {},
    response: tokenPacksSchema,
    handle: async ({ runtime }) => ({
      ...offersOf(runtime),
      items: config.packs.map(({ id, tokens, price }) => ({ id, tokens, prices: inAllCurrencies(price) })),
    }),
  }),
]
