import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { addIdentity } from './identities.functions.ts'
import { identitiesQuery } from './settings.queries.ts'

/**
 * Completes “Connect” after the other service has led back with `?connect=` or `?problem=`. The parameter is removed from the URL at once,
 * and only the person who started it can use it.
 */
export function useConnectedService(): void {
  const { t } = useLingui()
  const toast = useToast()
  const router = useRouter()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const taken = useRef(false)

  useEffect(() => {
    const search = new URLSearchParams(window.location.search)
    const [ticket, problem] = [search.get('connect'), search.get('problem')]
    if ((ticket === null && problem === null) || taken.current) return
    taken.current = true
    router.history.replace(window.location.pathname)
    const showProblem = (description: string) => toast({ title: t`Couldn’t connect the service`, description, tone: 'danger' })

    async function connect(sealed: string) {
      const result = await settle(addIdentity({ data: { ticket: sealed } }))
      if (result.ok) {
        queryClient.setQueryData(identitiesQuery.queryKey, result.data)
        return toast({ title: t`Service connected. You can now sign in with it` })
      }
      return showProblem(
        result.error.code === 'email_taken'
          ? t`This sign-in already belongs to another account here. Disconnect it there first.`
          : failureMessage(result.error),
      )
    }
    if (ticket !== null) void connect(ticket)
    else
      showProblem(
        problem === 'oauth_denied'
          ? t`The connection was canceled at the other service. Nothing has changed.`
          : t`The other service didn’t confirm the connection. Nothing has changed. Try again.`,
      )
  }, [t, toast, router, failureMessage, queryClient])
}
