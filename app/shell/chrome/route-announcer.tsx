import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { plainTitle } from '#app/shell/chrome/plain-title.ts'

/**
 * Does after a client-side navigation what a browser does after a page load: announces the title and moves the focus to the content. A page
 * or dialog that has set the focus keeps it.
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
