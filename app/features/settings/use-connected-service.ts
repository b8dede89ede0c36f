import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { unreachable, useFailureWords } from '#app/shell/failure.ts'
import { useToast } from '#app/ui/toast.tsx'
import { addIdentity } from './identities.functions.ts'
import { identitiesQuery } from './settings.queries.ts'

/**
 * Ends what a press on “Connect” began: the browser has come back from the other service with `?connect=`, or with `?problem=`. Taken out
 * of the address at once; nobody but the person who began it can use it.
 */
export function useConnectedService(): void {
  const { t } = useLingui()
  const toast = useToast()
  const router = useRouter()
  const failureWords = useFailureWords()
  const queryClient = useQueryClient()
  const taken = useRef(false)

  useEffect(() => {
    const search = new URLSearchParams(window.location.search)
    const [ticket, problem] = [search.get('connect'), search.get('problem')]
    if ((ticket === null && problem === null) || taken.current) return
    taken.current = true
    router.history.replace(window.location.pathname)
    const refuse = (description: string) => toast({ title: t`Nothing was connected`, description, tone: 'danger' })

    async function connect(sealed: string) {
      const result = await addIdentity({ data: { ticket: sealed } }).catch(() => ({ ok: false as const, error: unreachable }))
      if (result.ok) {
        queryClient.setQueryData(identitiesQuery.queryKey, result.data)
        return toast({ title: t`Connected. It opens this account from now on` })
      }
      return refuse(
        result.error.code === 'email_taken'
          ? t`What you signed in with there opens another account here. Disconnect it in that one first.`
          : failureWords(result.error),
      )
    }
    if (ticket !== null) void connect(ticket)
    else
      refuse(
        problem === 'oauth_denied'
          ? t`It was called off at the other service. Nothing has changed.`
          : t`The other service did not answer as it should. Nothing has changed; try again.`,
      )
  }, [t, toast, router, failureWords, queryClient])
}
