import type { ReactNode } from 'react'
import { useUser } from '#app/shell/data/session.queries.ts'

/** Removes private content as soon as nobody is signed in, even if a redirect is blocked. */
export function PrivateOnly({ children }: { children: ReactNode }) {
  return useUser() && children
}
