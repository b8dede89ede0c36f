import { drawDemoCall } from '#app/contract/runs/demo.calls.ts'
import { drawDemo } from '#app/server/core/making/demo/draw-demo.ts'
import { isDemoOn } from '#app/server/core/making/demo/is-demo-on.ts'
import { maintenanceProblem } from '#app/server/core/rules/maintenance/require-open.ts'
import { Problem } from '#app/server/core/problem.ts'
import { endpoint } from '../../endpoint.ts'

export const demoEndpoints = [
  endpoint(drawDemoCall, {
    async handle({ runtime, input: { body }, locale, clientAddress }) {
      const { env, db, demo: images, providers, attempts, moderation, logger } = runtime
      if (!isDemoOn(env)) throw new Problem('not_found')
      const maintenance = await runtime.notices.maintenance()
      if (maintenance) throw maintenanceProblem(maintenance.endsAt)
      return drawDemo({ db, images, providers, attempts, moderation, logger, ...body, locale, address: clientAddress })
    },
  }),
]
