import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiFailure, ApiResult } from '#app/contract/base/api-result.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { sessionQuery } from '#app/shell/data/session.queries.ts'

/** The action behind an email's link. It requires a click, because mail scanners open every link and must not act for the person. */
export function useMailedLink(call: () => Promise<ApiResult<void>>, { fine }: { fine?: ApiFailure['code'] } = {}) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)

  async function press() {
    if (busy) return
    setBusy(true)
    setFailure(null)
    const result = await settle(call())
    setBusy(false)
    if (!result.ok && result.error.code !== fine) return setFailure(result.error)
    setDone(true)
    await queryClient.invalidateQueries(sessionQuery)
  }
  const dead = failure?.code === 'invalid_verification_token' || failure?.code === 'invalid_input'
  return { busy, done, dead, failure, press }
}
