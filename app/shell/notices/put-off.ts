import { createIsomorphicFn } from '@tanstack/react-start'
import { getCookie } from '@tanstack/react-start/server'
import { useState } from 'react'

const cookieName = 'verify_later'
const weekSeconds = 7 * 24 * 60 * 60

/** Reads a cookie, so that the server omits a reminder that was put off, and the page does not shift. */
const readPutOff = createIsomorphicFn()
  .server(() => getCookie(cookieName) !== undefined)
  .client(() => document.cookie.split('; ').some((cookie) => cookie.startsWith(`${cookieName}=`)))

/** Whether the reminder to confirm an address was put off, for a week. */
export function usePutOff() {
  const [isPutOff, setIsPutOff] = useState(readPutOff)
  return {
    isPutOff,
    putOff() {
      document.cookie = `${cookieName}=1; path=/; max-age=${weekSeconds}; samesite=lax`
      setIsPutOff(true)
    },
  }
}
