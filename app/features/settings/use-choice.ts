import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { unreachable, useFailureWords } from '#app/shell/failure.ts'
import { updateMe } from '#app/shell/session.functions.ts'
import { sessionQuery } from '#app/shell/session.queries.ts'
import { useToast } from '#app/ui/toast.tsx'

type Change = Parameters<typeof updateMe>[0]['data']

/** Saves one choice: `wanted` is what to show until the server has it, and undefined again where it was not saved. Answers whether it was. */
export function useChoice<Choice>() {
  const { t } = useLingui()
  const toast = useToast()
  const failureWords = useFailureWords()
  const queryClient = useQueryClient()
  const [wanted, setWanted] = useState<Choice>()

  async function save(choice: Choice, change: Change, said: string): Promise<boolean> {
    setWanted(() => choice)
    const result = await updateMe({ data: change }).catch(() => ({ ok: false as const, error: unreachable }))
    setWanted(undefined)
    if (result.ok) {
      queryClient.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, user: result.data })
      toast({ title: said })
    } else toast({ title: t`The setting was not saved`, description: failureWords(result.error), tone: 'danger' })
    return result.ok
  }
  return { wanted, save }
}
