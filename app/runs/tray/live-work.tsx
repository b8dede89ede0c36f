import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Generation } from '#app/contract/runs/generations.ts'
import { startOfText } from '#app/contract/base/start-of-text.ts'
import { usePrefetch } from '#app/shell/boot/use-prefetch.ts'
import { generationsInfiniteQuery } from '#app/shell/data/generations.queries.ts'
import { openRequestsQuery } from '#app/shell/data/run-requests.queries.ts'
import { openCallsQuery } from '#app/shell/data/tools.queries.ts'
import { useUser } from '#app/shell/data/session.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import type { GenerationChange } from '#app/shell/live/generation-cache.ts'
import { useGenerationEvents } from '#app/shell/live/generation-events.ts'
import { isActive } from '#app/shell/data/run-state.ts'
import { workName } from '#app/shell/media/work-name.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { news, useAnnouncements } from './announcements.ts'
import { addEnded, changeEnded, endedRunsQuery, stillShown } from './ended-runs.ts'
import { useMakeWords } from './make-words.ts'
import { addMake, changeMakes, hasEnded, type Make, makeOf, makesQuery, makesStillShown } from './makes.ts'
import { overallProgress } from './milestones.ts'
import { markSeen, notify } from './notify.ts'
import { usePageProgress } from './page-progress.ts'

/** Lazy-loaded with the first run, because it contains the code of popups. */
const loadTray = () => import('./tray.tsx')
const Tray = lazyPart(async () => (await loadTray()).Tray)
const ahead = [loadTray]

/** The calls of an answer that wait for the person. */
const asksFor = (run: Generation | undefined) => (run?.call_states ?? []).flatMap(({ id, state }) => (state === 'asks' ? [id] : [])).join()

/**
 * The running work on every page of a signed-in person: the event stream, announcements, the tab's title and icon, and the tray in the
 * header. Renders nothing while nothing runs.
 */
export function LiveWork({ userId }: { userId: string }) {
  const { i18n } = useLingui()
  const { percent } = useFormat()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { spoken, hear, say } = useAnnouncements()
  const wordsOfMake = useMakeWords()
  const [open, setOpen] = useState(false)
  const { data } = useInfiniteQuery(generationsInfiniteQuery({ status: 'active' }))
  const { data: ended } = useQuery(endedRunsQuery)
  const user = useUser()
  const asks = (user?.open_requests ?? 0) > 0
  const { data: asked = [] } = useQuery({ ...openRequestsQuery, enabled: asks })
  const requests = asks ? asked : []
  const [hasAsked, setAsked] = useState(false)
  const { data: calls = [] } = useQuery({ ...openCallsQuery, enabled: hasAsked || (user?.open_calls ?? 0) > 0 })
  const { data: heard } = useQuery(makesQuery)
  const active = data?.pages.flatMap(({ items }) => items).filter(isActive) ?? []
  const running = active.filter((run) => !makeOf(run))
  // The list has at most the film of a make, and the state at which it was read.
  const makes = active.reduce((known, run) => withMake(known, makeOf(run)), heard)
  const underWay = makes.filter((make) => !hasEnded(make))
  const progress = overallProgress([...running, ...underWay.map(({ ended: parts, runs }) => ({ progress: parts / runs }))])

  /** Many parts are one entry and one notification, when the last of them has ended. */
  function onPart(make: Make, before: Make | undefined) {
    const known = queryClient.getQueryData(makesQuery.queryKey) ?? []
    const now = Date.now()
    const next = addMake(withMake(known, before), make, now)
    if (next === known) return
    changeMakes(queryClient, () => next)
    const shown = next.find(({ id }) => id === make.id)
    if (!shown || shown.endedAt !== now) return
    const words = wordsOfMake(shown)
    say(words)
    const url = `/dashboard?film=${make.film}`
    void notify({ id: make.id, title: words, body: '', icon: '/icon-192.png', url, onOpen: () => void router.navigate({ href: url }) })
  }

  function onChange(change: GenerationChange) {
    const make = makeOf(change.after)
    if (make) return onPart(make, change.before && isActive(change.before) ? makeOf(change.before) : undefined)
    hear(change)
    const { before, after } = change
    if (asksFor(before) !== asksFor(after)) {
      setAsked(true)
      void queryClient.invalidateQueries({ queryKey: openCallsQuery.queryKey })
    }
    const hasEnded = before !== undefined && isActive(before) && !isActive(after)
    if (!hasEnded || after.status === 'canceled') return
    changeEnded(queryClient, (known) => addEnded(known, after, Date.now()))
    if (after.status !== 'succeeded' && after.status !== 'failed') return
    const url = `/dashboard?item=${after.id}`
    void notify({
      id: after.id,
      title: i18n._(news[after.status][after.type]),
      body: startOfText(workName(i18n, after), 120),
      icon: '/icon-192.png',
      url,
      onOpen: () => void router.navigate({ href: url }),
    })
  }

  useGenerationEvents(userId, onChange)
  usePageProgress({ running: running.length + underWay.length > 0, progress, percent })
  usePrefetch(ahead)
  useEffect(markSeen, [])
  useEffect(() => {
    if ((ended.length === 0 && heard.every(({ endedAt }) => endedAt === null)) || open) return
    const timer = setInterval(() => {
      changeEnded(queryClient, (known) => stillShown(known, Date.now()))
      changeMakes(queryClient, (known) => makesStillShown(known, Date.now()))
    }, 1_000)
    return () => clearInterval(timer)
  }, [queryClient, ended, heard, open])

  return (
    <>
      <div role="status" aria-live="polite" className="sr-only">
        {spoken}
      </div>
      {(running.length > 0 || makes.length > 0 || ended.length > 0 || requests.length > 0 || calls.length > 0 || open) && (
        <Tray
          requests={requests}
          calls={calls}
          running={running}
          ended={ended}
          makes={makes}
          progress={progress}
          open={open}
          onOpenChange={setOpen}
        />
      )}
    </>
  )
}

const withMake = (makes: Make[], make: Make | undefined) => (make ? addMake(makes, make, 0) : makes)
