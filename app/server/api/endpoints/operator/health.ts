import { getHealthCall, getReadinessCall } from '#app/contract/base/health.calls.ts'
import { stopping } from '#app/server/core/operation/operations/readiness.ts'
import { Problem } from '#app/server/core/problem.ts'
import { endpoint } from '../../endpoint.ts'
import { errorTexts } from '../../answers/error-texts.ts'

export const healthEndpoints = [
  endpoint(getHealthCall, {
    handle: async () => ({ ok: true }) as const,
  }),
  endpoint(getReadinessCall, {
    async handle({ runtime }) {
      const failing = stopping(await runtime.readiness.check())
      if (failing.length > 0)
        throw new Problem('not_ready', { reason: { text: errorTexts.not_ready, values: { checks: failing.join(', ') } } })
      return { ok: true } as const
    },
  }),
]
