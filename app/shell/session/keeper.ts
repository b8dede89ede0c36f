import { CancelledError, type QueryClient } from '@tanstack/react-query'
import { ApiError } from '#app/contract/base/api-result.ts'
import type { SessionEnding } from '#app/shell/calls/session-endings.ts'
import { holdSession, isSessionHeld, releaseSession } from '#app/shell/calls/session-hold.ts'
import { registerCheck, registerRetry, onSessionEnd } from '#app/shell/calls/session-signals.ts'
import { getSession, type Session } from '#app/shell/data/session.functions.ts'
import { sessionQuery, signedOutFrom } from '#app/shell/data/session.queries.ts'
import * as config from '#config'
import { openSessionChannel, type SessionMessage } from './channel.ts'
import { renewSession } from './renewal.ts'
import { periodicInterval, refreshInterval, renewalDelay, retryDelay } from './times.ts'

const { beforeExpiry, onVisible, periodic } = config.auth.refresh
/** Minimum milliseconds between automatic renewals, whatever the clocks say. */
const minGap = 30_000

export type SessionKeeperOptions = {
  queryClient: QueryClient
  /** Called when another person is signed in, or nobody, while the page shows the previous person's data. */
  onPersonChange: () => Promise<void>
  /** Resolves when the whole page is hydrated; a change of the session before that would not match the server's HTML. */
  untilHydrated?: (signal: AbortSignal) => Promise<void>
}

/**
 * Keeps the session of an open page current: renews it before the access token expires, when the window becomes visible and on the
 * configured intervals; follows other tabs; retries failed reads. A failure signs nobody out. If the session ends under a page that can ask
 * for a sign-in in place, the page is held until its owner returns or leaves. Returns a function that stops it.
 */
// oxlint-disable-next-line max-lines-per-function -- Its functions share one state, which nothing else may touch.
export function keepSession({ queryClient, onPersonChange, untilHydrated }: SessionKeeperOptions): () => void {
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
    // With jitter, because tabs that failed together need not retry together.
    if (tries > 0) timer = setTimeout(retryIfSeen, retryDelay(tries) * (0.8 + 0.4 * Math.random()))
    else if (known.user && known.expires_at) {
      const now = Date.now()
      const { expires_at: expiresAt, read_at: readAt } = known
      const delay = renewalDelay({ expiresAt, readAt, receivedAt, now, margin: beforeExpiry })
      timer = setTimeout(() => void renew(), Math.max(delay, renewedAt + minGap - now))
    }
  }

  /** Runs as a fetch of the session's query: one at a time in this tab, with the status `loading` meanwhile. */
  async function attempt(queryFn: () => Promise<Session>) {
    const before = known?.user?.id
    try {
      await queryClient.fetchQuery({
        ...sessionQuery,
        staleTime: 0,
        queryFn: async () => {
          const asked = known
          const answer = await queryFn()
          const isOvertaken = known !== asked && !answer.user
          // Another tab knows why the session has ended.
          if (isOvertaken && known && !known.user) return known
          // The response may be older than a sign-in meanwhile.
          const session = isOvertaken ? await getSession() : answer
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
  // A hidden page retries when it becomes visible.
  const retryIfSeen = () => {
    if (document.visibilityState === 'visible') void retry()
  }

  /** Records every new state of the session, from here or elsewhere, and forwards it to the other tabs. */
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryKey[0] !== queryKey[0]) return
    const before = known
    known = read()
    if (!known || known.read_at === before?.read_at) return
    receivedAt = Date.now()
    if (known.user) tries = 0
    releaseSession(known.user !== null && known.user.id === before?.user?.id)
    if (!isFromOtherTab) {
      if (known.user) channel.post({ type: 'session', session: known })
      else if (before?.user) channel.post({ type: 'signed-out', ended: known.ended })
    }
    plan()
  })

  function take(session: Session) {
    isFromOtherTab = true
    queryClient.setQueryData(queryKey, session)
    isFromOtherTab = false
  }

  async function onMessage(message: SessionMessage | null) {
    await untilHydrated?.(stopped.signal)
    if (!known || stopped.signal.aborted) return
    if (message?.type === 'signed-out') {
      // A sign-out in another tab was intended; a session that ended otherwise asks for a sign-in here too.
      if (!known.user || (message.ended && mayHold(message.ended) && holdSession(known.user))) return
      take(signedOutFrom(known, message.ended))
      await onPersonChange()
      return
    }
    const session = message?.session
    // The server decides who is signed in, because the other tab may be outdated.
    if (!session || session.user?.id !== known.user?.id) return look()
    renewedAt = Date.now()
    // A language pinned by this tab's URL stays.
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
  const unregisterCheck = registerCheck(async () => (known?.user && !isSessionHeld() ? look() : undefined))
  const unregisterRetry = registerRetry(async () => (tries > 0 ? retry() : undefined))

  const renewIfSignedIn = () => {
    if (known?.user && !isSessionHeld()) void renew()
  }
  const intervals = [setInterval(renewIfSignedIn, refreshInterval(config.auth.refreshToken.maxAge))]
  const period = periodicInterval(periodic)
  if (period !== null) intervals.push(setInterval(renewIfSignedIn, period))

  if (known?.user) channel.post({ type: 'session', session: known })
  if (isFromHistory()) void look()
  else plan()

  return () => {
    stopped.abort()
    clearTimeout(timer)
    for (const interval of intervals) clearInterval(interval)
    stopListening()
    unregisterRetry()
    unregisterCheck()
    unsubscribe()
    channel.close()
  }
}

/**
 * Whether a page may be held. A session whose refresh token was used twice may be in the wrong hands, so nothing of it stays on the screen.
 */
const mayHold = (ended: SessionEnding | null) => ended !== 'reused'

/** Whether the browser restored the page, which may then predate a sign-in or sign-out. */
function isFromHistory(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'back_forward'
}
