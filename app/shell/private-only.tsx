import type { ReactNode } from 'react'
import { useUser } from './session.queries.ts'

/** What is private goes from the screen the moment nobody is signed in, even where the way to another page is not open. */
export function PrivateOnly({ children }: { children: ReactNode }) {
  return useUser() && children
}
