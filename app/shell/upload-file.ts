import * as v from 'valibot'
import { type ApiFailure, type ApiResult, faultOf } from '#app/contract/api-result.ts'
import { type Upload, uploadSchema } from '#app/contract/generations.ts'
import { readFailure } from '#app/contract/read-failure.ts'
import { callAgain } from './fetch-typed.ts'

export type UploadFileOptions = {
  /** 0..1 of the file's way to the server. */
  onProgress: (progress: number) => void
  signal: AbortSignal
}

const answerSchema = v.pipe(v.string(), v.parseJson())

/**
 * Sends a file to be an input of a run. Refused because the session has ended, it waits until its person has signed in again, and is then
 * sent once more, as every other call is. Never throws.
 */
export function uploadFile(file: File, options: UploadFileOptions): Promise<ApiResult<Upload>> {
  return callAgain(() => sendFile(file, options), options.signal)
}

function sendFile(file: File, { onProgress, signal }: UploadFileOptions): Promise<ApiResult<Upload>> {
  const form = new FormData()
  form.set('file', file)
  return new Promise((resolve) => {
    // Fetch does not tell how much of a body has gone.
    const request = new XMLHttpRequest()
    const fail = (error: ApiFailure) => resolve({ ok: false, error })
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total)
    })
    request.addEventListener('load', () => {
      const body = v.safeParse(answerSchema, request.responseText)
      if (request.status >= 400) return fail(readFailure(request, body.success ? body.output : undefined))
      const upload = v.safeParse(uploadSchema, body.output)
      return upload.success ? resolve({ ok: true, data: upload.output }) : fail(faultOf('unreadable'))
    })
    request.addEventListener('error', () => fail(faultOf('offline')))
    request.addEventListener('abort', () => fail(faultOf('offline')))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open('POST', '/uploads')
    request.send(form)
  })
}
