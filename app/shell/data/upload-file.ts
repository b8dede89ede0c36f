import * as v from 'valibot'
import { type ApiFailure, type ApiResult, localFailure } from '#app/contract/base/api-result.ts'
import { type Upload, uploadSchema } from '#app/contract/runs/generations.ts'
import { readFailure } from '#app/contract/base/read-failure.ts'
import { callAgain } from '#app/shell/calls/fetch-typed.ts'

export type UploadFileOptions = {
  /** Upload progress, 0–1. */
  onProgress: (progress: number) => void
  signal: AbortSignal
}

const answerSchema = v.pipe(v.string(), v.parseJson())

/**
 * Uploads a file as an input of a run. If the session has ended, it waits for the next sign-in and is sent again like every other call.
 * Never throws.
 */
export function uploadFile(file: File, options: UploadFileOptions): Promise<ApiResult<Upload>> {
  return callAgain(() => sendFile(file, options), options.signal)
}

function sendFile(file: File, { onProgress, signal }: UploadFileOptions): Promise<ApiResult<Upload>> {
  const form = new FormData()
  form.set('file', file)
  return new Promise((resolve) => {
    // Fetch does not report upload progress.
    const request = new XMLHttpRequest()
    const fail = (error: ApiFailure) => resolve({ ok: false, error })
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total)
    })
    request.addEventListener('load', () => {
      const body = v.safeParse(answerSchema, request.responseText)
      if (request.status >= 400) return fail(readFailure(request, body.success ? body.output : undefined))
      const upload = v.safeParse(uploadSchema, body.output)
      return upload.success ? resolve({ ok: true, data: upload.output }) : fail(localFailure('unreadable'))
    })
    request.addEventListener('error', () => fail(localFailure('offline')))
    request.addEventListener('abort', () => fail(localFailure('offline')))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open('POST', '/uploads')
    request.send(form)
  })
}
