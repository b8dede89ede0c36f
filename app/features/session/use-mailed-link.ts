import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiFailure, ApiResult } from '#app/contract/api-result.ts'
import { unreachable } from '#app/shell/failure.ts'
import { sessionQuery } from '#app/shell/session.queries.ts'

/**
 * What the button behind a letter's link does. Nothing happens before it is pressed: programs that look through mail open every link,
 * and must not answer in a person's place.
 */
export function useMailedLink(call: () => Promise<ApiResult<undefined>>, { fine }: { fine?: ApiFailure['code'] } = {}) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)

  async function press() {
    if (busy) return
    setBusy(true)
    setFailure(null)
    const result = await call().catch(() => ({ ok: false as const, error: unreachable }))
    setBusy(false)
    if (!result.ok && result.error.code !== fine) return setFailure(result.error)
    setDone(true)
    await queryClient.invalidateQueries(sessionQuery)
  }
  const dead = failure?.code === 'invalid_verification_token' || failure?.code === 'invalid_input'
  return { busy, done, dead, failure, press }
}
