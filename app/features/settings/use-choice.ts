import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { updateMe } from '#app/shell/data/session.functions.ts'
import { sessionQuery } from '#app/shell/data/session.queries.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'

type Change = Parameters<typeof updateMe>[0]['data']

/**
 * Saves one choice. `wanted` is shown until the server has stored it, and is undefined again after a failure. Returns whether it was saved.
 */
export function useChoice<Choice>() {
  const { t } = useLingui()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const [wanted, setWanted] = useState<Choice>()

  async function save(choice: Choice, change: Change, said: string): Promise<boolean> {
    setWanted(() => choice)
    const result = await settle(updateMe({ data: change }))
    setWanted(undefined)
    if (result.ok) {
      queryClient.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, user: result.data })
      toast({ title: said })
    } else toast({ title: t`Couldn’t save the setting`, description: failureMessage(result.error), tone: 'danger' })
    return result.ok
  }
  return { wanted, save }
}
