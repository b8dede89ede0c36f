import { CancelledError, type QueryClient } from '@tanstack/react-query'
import { ApiError } from '#app/contract/api-result.ts'
import { config } from '#config'
import { openSessionChannel, type SessionMessage } from './session-channel.ts'
import type { SessionEnding } from './session-endings.ts'
import { getSession, type Session } from './session.functions.ts'
import { sessionQuery, signedOutFrom } from './session.queries.ts'
import { renewSession } from './session-renewal.ts'
import { holdSession, isSessionHeld, releaseSession } from './session-hold.ts'
import { offerCheck, offerRetry, onSessionEnd } from './session-signals.ts'
import { periodicInterval, refreshInterval, renewalDelay, retryDelay } from './session-times.ts'

const { beforeExpiry, onVisible, periodic } = config.auth.refresh
/** Whatever the clocks say, the session is not renewed by itself more often than this. */
const minGap = 30_000

export type SessionKeeperOptions = {
  queryClient: QueryClient
  /** Somebody else is signed in now, or nobody: what the page shows is not theirs. */
  onPersonChange: () => Promise<void>
}

/**
 * Keeps the session of an open page alive and true: renews it before its token ends, when the window is looked at again and on the
 * configured intervals; follows what other tabs do; tries again when it could not be read. A failure signs nobody out. A session
 * that ends under a page which can ask for a sign-in in place is held: the page stays until its person is back, or leaves.
 * Returns the way to stop it.
 */
export function keepSession({ queryClient, onPersonChange }: SessionKeeperOptions): () => void {
  const { queryKey } = sessionQuery
  const read = () => queryClient.getQueryData(queryKey)
  const channel = openSessionChannel((message) => void onMessage(message))
  const stopped = new AbortController()

  let known = read()
  let receivedAt = Date.now()
  let renewedAt = Number.NEGATIVE_INFINITY
  let tries = known?.failure ? 1 : 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isFromOtherTab = false

  function plan() {
    clearTimeout(timer)
    if (stopped.signal.aborted || !known || isSessionHeld()) return
    // Tabs that failed together need not try together.
    if (tries > 0) timer = setTimeout(retryIfSeen, retryDelay(tries) * (0.8 + 0.4 * Math.random()))
    else if (known.user && known.expires_at) {
      const now = Date.now()
      const { expires_at: expiresAt, read_at: readAt } = known
      const delay = renewalDelay({ expiresAt, readAt, receivedAt, now, margin: beforeExpiry })
      timer = setTimeout(() => void renew(), Math.max(delay, renewedAt + minGap - now))
    }
  }

  /** Runs as a fetch of the session's query, so that there is one at a time in this tab and the status says `loading` meanwhile. */
  async function attempt(queryFn: () => Promise<Session>) {
    const before = known?.user?.id
    try {
      await queryClient.fetchQuery({
        ...sessionQuery,
        staleTime: 0,
        queryFn: async () => {
          const session = await queryFn()
          if (session.failure) throw new ApiError(session.failure)
          return known?.user && !session.user && mayHold(session.ended) && holdSession(known.user) ? known : session
        },
      })
      tries = 0
    } catch (error) {
      if (!(error instanceof CancelledError)) tries += 1
    }
    plan()
    if (known?.user?.id !== before) await onPersonChange()
  }

  const renew = () => {
    renewedAt = Date.now()
    return attempt(renewSession)
  }
  const look = () => attempt(() => getSession())
  const retry = () => (known?.user ? renew() : look())
  // A page that nobody looks at is tried again when somebody does.
  const retryIfSeen = () => {
    if (document.visibilityState === 'visible') void retry()
  }

  /** Notes whatever becomes known of the session, from here or elsewhere, and passes it on to the other tabs. */
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryKey[0] !== queryKey[0]) return
    const before = known
    known = read()
    if (!known || known.read_at === before?.read_at) return
    receivedAt = Date.now()
    if (known.user) tries = 0
    releaseSession(known.user !== null && known.user.id === before?.user?.id)
    if (!isFromOtherTab) {
      if (known.user) channel.tell({ type: 'session', session: known })
      else if (before?.user) channel.tell({ type: 'signed-out', ended: known.ended })
    }
    plan()
  })

  function take(session: Session) {
    isFromOtherTab = true
    queryClient.setQueryData(queryKey, session)
    isFromOtherTab = false
  }

  async function onMessage(message: SessionMessage | null) {
    if (!known) return
    if (message?.type === 'signed-out') {
      // Who signed out elsewhere wanted to; whose session came to its end is asked for a sign-in here too.
      if (!known.user || (message.ended && mayHold(message.ended) && holdSession(known.user))) return
      take(signedOutFrom(known, message.ended))
      await onPersonChange()
      return
    }
    const session = message?.session
    // Who it is now is for the server to say: the other tab may be an old one.
    if (!session || session.user?.id !== known.user?.id) return look()
    renewedAt = Date.now()
    // A language that was pinned by this tab's address stays its own.
    take({ ...session, locale: known.locale })
  }

  async function onEnd(ended: SessionEnding | null) {
    if (!known?.user || (mayHold(ended) && holdSession(known.user))) return
    queryClient.setQueryData(queryKey, signedOutFrom(known, ended))
    await onPersonChange()
  }

  const onLookedAt = () => {
    if (document.visibilityState !== 'visible' || isSessionHeld()) return
    if (tries > 0) void retry()
    else if (known?.user && Date.now() - Math.max(renewedAt, receivedAt) >= onVisible.minInterval) void renew()
  }
  const onOnline = () => {
    if (tries > 0) void retry()
  }
  const onRestored = ({ persisted }: PageTransitionEvent) => {
    if (persisted) void look()
  }

  const { signal } = stopped
  document.addEventListener('visibilitychange', onLookedAt, { signal })
  window.addEventListener('online', onOnline, { signal })
  window.addEventListener('pageshow', onRestored, { signal })
  const stopListening = onSessionEnd((ended) => void onEnd(ended))
  const takeBackCheck = offerCheck(async () => (known?.user && !isSessionHeld() ? look() : undefined))
  const takeBack = offerRetry(async () => (tries > 0 ? retry() : undefined))

  const renewIfSignedIn = () => {
    if (known?.user && !isSessionHeld()) void renew()
  }
  const intervals = [setInterval(renewIfSignedIn, refreshInterval(config.auth.refreshToken.maxAge))]
  const period = periodicInterval(periodic)
  if (period !== null) intervals.push(setInterval(renewIfSignedIn, period))

  if (known?.user) channel.tell({ type: 'session', session: known })
  if (isFromHistory()) void look()
  else plan()

  return () => {
    stopped.abort()
    clearTimeout(timer)
    for (const interval of intervals) clearInterval(interval)
    stopListening()
    takeBack()
    takeBackCheck()
    unsubscribe()
    channel.close()
  }
}

/** What was ended because its key was used twice may be in wrong hands: nothing of it stays on the screen. */
const mayHold = (ended: SessionEnding | null) => ended !== 'reused'

/** A page that the browser has kept may be of before a sign-in or a sign-out. */
function isFromHistory(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'back_forward'
}
