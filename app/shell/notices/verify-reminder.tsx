import { createIsomorphicFn } from '@tanstack/react-start'
import { getCookie } from '@tanstack/react-start/server'
import { useState } from 'react'
import { firstTouch } from '#app/shell/boot/first-touch.ts'
import { useUser } from '#app/shell/data/session.queries.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'

const cookieName = 'verify_later'
const weekSeconds = 7 * 24 * 60 * 60

/** Lazy-loaded with its space reserved, so that the page does not shift while it is read. */
const Reminder = lazyPart(
  async () => (await import('./verify-reminder-content.tsx')).Reminder,
  <aside aria-hidden className="min-h-11 border-b border-line bg-wash sm:min-h-13.5" />,
  { after: firstTouch },
)

/** Reads a cookie, so that the server omits a dismissed reminder too and the page does not shift. */
const readPutOff = createIsomorphicFn()
  .server(() => getCookie(cookieName) !== undefined)
  .client(() => document.cookie.split('; ').some((cookie) => cookie.startsWith(`${cookieName}=`)))

/** Reminds people to confirm their email, until they have confirmed it or dismiss the reminder for a week. */
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
