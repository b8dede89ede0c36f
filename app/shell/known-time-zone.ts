import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { updateMe } from './session.functions.ts'
import { settle } from './work/settle.ts'

/** The first page that counts by days tells the server where the person is; what depends on it is read again. */
export function useKnownTimeZone(known: string | null) {
  const queryClient = useQueryClient()
  const told = useRef(false)
  useEffect(() => {
    if (known !== null || told.current) return
    told.current = true
    void settle(updateMe({ data: { time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone } })).then((result) => {
      // Without an answer the days stay those of UTC until the next visit.
      if (!result.ok) return undefined
      return Promise.all([['tokens'], ['statistics']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    })
  }, [known, queryClient])
}
