import { createIsomorphicFn } from '@tanstack/react-start'
import type { Session } from '#app/shell/data/session.functions.ts'
import { isGuest, type PlainScript } from './plain.ts'

type Target = readonly { staticData: { plain?: PlainScript } }[]

/** Loads a guest's plain page from the server when the app navigates to it, for instance after signing out. */
export const openPlainPage = createIsomorphicFn()
  .server(async (_session: Session, _matches: Target): Promise<void> => undefined)
  .client(async (session: Session, matches: Target): Promise<void> => {
    if (!isGuest(session) || !matches.at(-1)?.staticData.plain) return
    // The router updates the URL in a separate microtask.
    await Promise.resolve()
    window.scrollTo(0, 0)
    window.location.reload()
    return new Promise(() => undefined)
  })
