import type { QueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sessionQuery } from './session.queries.ts'
import { keepSession } from './session-keeper.ts'

/** Mounted once around all pages. When somebody else is signed in, or nobody, the guards of the open page are asked again. */
export function useSessionWatch() {
  const router = useRouter()
  const { queryClient } = router.options.context
  useEffect(
    () =>
      keepSession({
        queryClient,
        async onPersonChange() {
          forgetPerson(queryClient)
          await router.invalidate()
        },
      }),
    [queryClient, router],
  )
}

/** Whoever is signed in now must not see what was loaded for someone else. */
export function forgetPerson(queryClient: QueryClient): void {
  const isTheirs = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== sessionQuery.queryKey[0]
  void queryClient.cancelQueries({ predicate: isTheirs })
  queryClient.removeQueries({ predicate: isTheirs })
}
