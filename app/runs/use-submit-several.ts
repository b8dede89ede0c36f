import { useState } from 'react'
import type { ApiFailure, ApiResult } from '#app/contract/base/api-result.ts'
import type { Generation } from '#app/contract/runs/generations.ts'
import { useStart } from './use-start.ts'

type SubmitSeveralOptions<Input, Started> = {
  send: (input: Input & { idempotency_key: string }) => Promise<ApiResult<Started>>
  runsOf: (started: Started) => readonly Generation[]
}

/** Starts several runs together, one request at a time. */
export function useSubmitSeveral<Input extends object, Started>(options: SubmitSeveralOptions<Input, Started>) {
  const { sending, start } = useStart()
  const [failure, setFailure] = useState<ApiFailure | null>(null)

  async function submit(input: Input): Promise<Started | null> {
    setFailure(null)
    const result = await start(input, options)
    if (result.ok) return result.data
    setFailure(result.error)
    return null
  }

  return { submit, sending, failure }
}
