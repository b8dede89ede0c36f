import * as v from 'valibot'
import { type ApiResult, localFailure } from '#app/contract/base/api-result.ts'
import { readFailure } from '#app/contract/base/read-failure.ts'
import { callAgain } from '#app/shell/calls/fetch-typed.ts'

/** The changed part of the user in the API's response. */
const answerSchema = v.object({ avatar_url: v.nullable(v.string()) })
type Sent = v.InferOutput<typeof answerSchema>

/** Uploads the person's new photo. If the session has ended, the upload waits for the next sign-in, as every call does. */
export const sendAvatar = (file: File) => callAgain(() => send(file))

async function send(file: File): Promise<ApiResult<Sent>> {
  const form = new FormData()
  form.set('file', file)
  try {
    const response = await fetch('/uploads?as=avatar', { method: 'POST', body: form })
    const body: unknown = await response.json().catch(() => undefined)
    if (!response.ok) return { ok: false, error: readFailure(response, body) }
    const sent = v.safeParse(answerSchema, body)
    return sent.success ? { ok: true, data: sent.output } : { ok: false, error: localFailure('unreadable') }
  } catch {
    return { ok: false, error: localFailure('offline') }
  }
}
