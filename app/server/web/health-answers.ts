import { type Readiness, stopping } from '../core/operation/operations/readiness.ts'
import { problemAnswer } from './error-answers.ts'

const ok = () => Response.json({ ok: true }, { headers: { 'cache-control': 'no-store' } })

/** Answers the health checks of a process without the API. One that serves pages only needs nothing else, so it is always ready. */
export const healthAnswers = {
  health: ok,
  async ready(request: Request, readiness: Readiness | undefined): Promise<Response> {
    const failing = stopping((await readiness?.check()) ?? [])
    return failing.length === 0 ? ok() : problemAnswer(request, 'not_ready', { values: { checks: failing.join(', ') } })
  },
}
