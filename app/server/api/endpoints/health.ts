import { getHealthCall, getReadinessCall } from '#app/contract/calls/health.ts'
import { Problem } from '../../core/problem.ts'
import { endpoint } from '../endpoint.ts'
import { errorTexts } from '../texts.ts'

export const healthEndpoints = [
  endpoint(getHealthCall, {
    handle: async () => ({ ok: true }) as const,
  }),
  endpoint(getReadinessCall, {
    async handle({ runtime }) {
      const failing = (await runtime.readiness.check()).filter((check) => !check.ok).map(({ name }) => name)
      if (failing.length > 0)
        throw new Problem('not_ready', { reason: { text: errorTexts.not_ready, values: { checks: failing.join(', ') } } })
      return { ok: true } as const
    },
  }),
]
