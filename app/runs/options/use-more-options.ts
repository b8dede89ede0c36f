import { useEffect, useState } from 'react'
import type { Kind } from '#app/contract/base/values.ts'

const keyOf = (kind: Kind) => `quartet.more-options.${kind}`

/** Whether all options of a kind are shown; remembered in this browser. */
export function useMoreOptions(kind: Kind): [open: boolean, setOpen: (open: boolean) => void] {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    try {
      // oxlint-disable-next-line react/set-state-in-effect -- The server has no storage: it can only be read after hydration.
      setOpen(localStorage.getItem(keyOf(kind)) === 'open')
    } catch {
      // Blocked storage remembers nothing.
    }
  }, [kind])
  return [
    open,
    (next) => {
      setOpen(next)
      try {
        if (next) localStorage.setItem(keyOf(kind), 'open')
        else localStorage.removeItem(keyOf(kind))
      } catch {
        // Without storage, the choice applies to this page only.
      }
    },
  ]
}
