import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { settle } from '#app/shell/calls/settle.ts'
import { updateMe } from '#app/shell/data/session.functions.ts'

/** Sends the device's time zone to the server from the first page that counts by days, then refetches what depends on it. */
export function useKnownTimeZone(known: string | null) {
  const queryClient = useQueryClient()
  const isSent = useRef(false)
  useEffect(() => {
    if (known !== null || isSent.current) return
    isSent.current = true
    void settle(updateMe({ data: { time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone } })).then((result) => {
      // Without a response days are in UTC until the next visit.
      if (!result.ok) return undefined
      return Promise.all([['tokens'], ['statistics']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    })
  }, [known, queryClient])
}
