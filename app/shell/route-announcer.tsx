import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * Does for a page that is rendered here what a browser does for one that is loaded: its title is said, and the keyboard begins at
 * its content instead of on a link that is gone. A page that has put the focus somewhere itself keeps it.
 */
export function RouteAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')

  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return
        setTitle(document.title)
        const content = document.getElementById('content')
        if (content && !content.contains(document.activeElement)) content.focus({ preventScroll: true })
      }),
    [router],
  )

  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  )
}
