import { sql } from 'drizzle-orm'
import { getHealthCall, getReadinessCall } from '#app/contract/calls/health.ts'
import { endpoint } from '../endpoint.ts'

export const healthEndpoints = [
  endpoint(getHealthCall, {
    handle: async () => ({ ok: true }) as const,
  }),
  endpoint(getReadinessCall, {
    async handle({ runtime }) {
      await runtime.db.execute(sql`select 1`)
      return { ok: true } as const
    },
  }),
]
