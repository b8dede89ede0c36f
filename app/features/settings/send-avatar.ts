import * as v from 'valibot'
import { type ApiResult, faultOf } from '#app/contract/api-result.ts'
import { readFailure } from '#app/contract/read-failure.ts'
import { callAgain } from '#app/shell/fetch-typed.ts'

/** Of the person that the API answers with, what has changed. */
const answerSchema = v.object({ avatar_url: v.nullable(v.string()) })
type Sent = v.InferOutput<typeof answerSchema>

/** Sends the person's new picture. Refused because the session has ended, it waits for them to sign in again, as every other call does. */
export const sendAvatar = (file: File) => callAgain(() => send(file))

async function send(file: File): Promise<ApiResult<Sent>> {
  const form = new FormData()
  form.set('file', file)
  try {
    const response = await fetch('/uploads?as=avatar', { method: 'POST', body: form })
    const body: unknown = await response.json().catch(() => undefined)
    if (!response.ok) return { ok: false, error: readFailure(response, body) }
    const sent = v.safeParse(answerSchema, body)
    return sent.success ? { ok: true, data: sent.output } : { ok: false, error: faultOf('unreadable') }
  } catch {
    return { ok: false, error: faultOf('offline') }
  }
}
