import { useEffect, useState } from 'react'
import type { Kind } from '#app/contract/common.ts'

const keyOf = (kind: Kind) => `quartet.more-options.${kind}`

/** Whether all options of a kind are shown, as this browser was left. */
export function useMoreOptions(kind: Kind): [open: boolean, setOpen: (open: boolean) => void] {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    try {
      // oxlint-disable-next-line react/set-state-in-effect -- The server has no storage: it can only be read once the page lives.
      setOpen(localStorage.getItem(keyOf(kind)) === 'open')
    } catch {
      // A closed storage remembers nothing.
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
        // It holds for this page, then.
      }
    },
  ]
}
