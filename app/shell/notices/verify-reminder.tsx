import { createIsomorphicFn } from '@tanstack/react-start'
import { getCookie } from '@tanstack/react-start/server'
import { useState } from 'react'
import { useUser } from '#app/shell/data/session.queries.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'

const cookieName = 'verify_later'
const weekSeconds = 7 * 24 * 60 * 60

/** Its space is reserved from the start: a page must not shift under a reader. */
const Reminder = lazyPart(
  async () => (await import('./verify-reminder-content.tsx')).Reminder,
  <aside aria-hidden className="min-h-13.5 border-b border-line bg-wash" />,
)

/** A cookie, so that the server omits the reminder too and the page does not shift. */
const readPutOff = createIsomorphicFn()
  .server(() => getCookie(cookieName) !== undefined)
  .client(() => document.cookie.split('; ').some((cookie) => cookie.startsWith(`${cookieName}=`)))

/** Reminds people to confirm their email, until they have or put it off for a week. */
export function VerifyReminder() {
  const user = useUser()
  const [putOff, setPutOff] = useState(readPutOff)
  if (!user || user.email_verified || putOff) return null
  return (
    <Reminder
      email={user.email}
      onPutOff={() => {
        document.cookie = `${cookieName}=1; path=/; max-age=${weekSeconds}; samesite=lax`
        setPutOff(true)
        document.querySelector<HTMLElement>('#content')?.focus()
      }}
    />
  )
}
