import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { plainTitle } from './plain-title.ts'

/**
 * Does for a page that is rendered here what a browser does for one that is loaded: its title is said, and the keyboard begins at
 * its content instead of on a link that is gone. A page that has put the focus somewhere itself keeps it, and so does a dialog.
 */
export function RouteAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')

  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return
        setTitle(plainTitle(document.title))
        const content = document.getElementById('content')
        const isBusy = content?.contains(document.activeElement) || document.activeElement?.closest('[role="dialog"]')
        if (!isBusy) content?.focus({ preventScroll: true })
      }),
    [router],
  )

  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  )
}
