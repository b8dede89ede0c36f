import type { QueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sessionQuery } from '#app/shell/data/session.queries.ts'
import { untilHydrated } from '#app/ui/page/still-part.tsx'
import { keepSession } from './keeper.ts'

/**
 * Keeps the session current for all pages; mount it once around them. When another person is signed in, or nobody, the guards of the open
 * page run again.
 */
export function useSessionWatch() {
  const router = useRouter()
  const { queryClient } = router.options.context
  useEffect(
    () =>
      keepSession({
        queryClient,
        untilHydrated,
        async onPersonChange() {
          forgetPerson(queryClient)
          await router.invalidate()
        },
      }),
    [queryClient, router],
  )
}

/** Removes data loaded for the previous person, which a new person must not see. */
export function forgetPerson(queryClient: QueryClient): void {
  const isTheirs = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== sessionQuery.queryKey[0]
  void queryClient.cancelQueries({ predicate: isTheirs })
  queryClient.removeQueries({ predicate: isTheirs })
}
