import { createServerOnlyFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { editShareCall, getShareCall, getSharedResultCall, takeBackShareCall } from '#app/contract/calls/shares.ts'
import { reportShareCall } from '#app/contract/calls/reports.ts'
import { reportReasons } from '#app/contract/reports.ts'
import { openSessionApi } from '#app/server/api-client/session.ts'
import type { WebRequestContext } from '#app/server/api-client/transport.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const getShare = reads.handler(send(getShareCall))
export const editShare = changes.handler(send(editShareCall))
export const takeBackShare = changes.handler(send(takeBackShareCall))
export const getSharedResult = reads.handler(send(getSharedResultCall))

const reportForm = v.object({ reason: v.picklist(reportReasons), text: v.fallback(v.string(), '') })

/** Passes the form of a report on, which works without a script. Returns the outcome for the page. */
export const takeReport = createServerOnlyFn(
  async (request: Request, context: WebRequestContext | undefined, token: string): Promise<'yes' | 'later' | 'failed'> => {
    const form = v.safeParse(reportForm, Object.fromEntries(await request.formData().catch(() => new FormData())))
    if (!form.success) return 'failed'
    const result = await openSessionApi(context).call(reportShareCall, { token, ...form.output })
    return result.ok ? 'yes' : result.error.code === 'too_many_attempts' ? 'later' : 'failed'
  },
)
