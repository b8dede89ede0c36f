import { createServerOnlyFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { reportShareCall } from '#app/contract/operator/reports.calls.ts'
import { localePath, splitLocalePath } from '#app/contract/base/locale.ts'
import { reportReasons } from '#app/contract/operator/reports.ts'
import { openSessionApi } from '#app/server/api-client/session.ts'
import type { WebRequestContext } from '#app/server/api-client/transport.ts'

const formSchema = v.object({ reason: v.picklist(reportReasons), text: v.fallback(v.string(), ''), email: v.fallback(v.string(), '') })

/** Bytes, more than the longest report in the longest encoding. */
const maxBytes = 64 * 1024

/** Passes the form of a report on, which works without a script, and redirects back to the page with the outcome. */
export const takeReport = createServerOnlyFn(
  async (request: Request, context: WebRequestContext | undefined, token: string): Promise<Response> => {
    const bytes = Number(request.headers.get('content-length') ?? Number.NaN)
    if (!(bytes <= maxBytes)) return new Response(null, { status: 413 })
    const form = v.safeParse(formSchema, Object.fromEntries(await request.formData().catch(() => new FormData())))
    const { email, ...report } = form.success ? form.output : { email: '' }
    const result =
      'reason' in report && (await openSessionApi(context).call(reportShareCall, { token, ...report, ...(email.trim() && { email }) }))
    const reported = !result ? 'failed' : result.ok ? 'yes' : result.error.code === 'too_many_attempts' ? 'later' : 'failed'
    const target = `/shared/${encodeURIComponent(token)}?reported=${reported}#report`
    const { locale } = splitLocalePath(new URL(request.url).pathname)
    return new Response(null, { status: 303, headers: { location: locale ? localePath(locale, target) : target } })
  },
)
