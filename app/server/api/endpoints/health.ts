import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { publicEndpoint } from '../endpoint.ts'

const okSchema = v.object({ ok: v.literal(true) })

export const healthEndpoints = [
  publicEndpoint({
    method: 'get',
    path: '/v1/health',
    summary: 'Whether this process answers',
    tag: 'Operation',
    status: 200,
    input: {},
    response: okSchema,
    handle: async () => ({ ok: true }) as const,
  }),
  publicEndpoint({
    method: 'get',
    path: '/v1/ready',
    summary: 'Whether it can do its work: the database answers',
    tag: 'Operation',
    status: 200,
    input: {},
    response: okSchema,
    async handle({ runtime }) {
      await runtime.db.execute(sql`select 1`)
      return { ok: true } as const
    },
  }),
]
