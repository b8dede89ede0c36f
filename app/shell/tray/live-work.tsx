import { Popover } from '@base-ui/react/popover'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Generation } from '#app/contract/generations.ts'
import { generationsInfiniteQuery } from '#app/shell/data/generations.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import type { GenerationChange } from '#app/shell/live/generation-cache.ts'
import { useGenerationEvents } from '#app/shell/live/generation-events.ts'
import { isActive } from '#app/shell/live/generation-state.ts'
import { Mark } from '#app/ui/mark.tsx'
import { news, useAnnouncements } from './announcements.ts'
import { addEnded, changeEnded, type EndedRun, endedRunsQuery, stillShown } from './ended-runs.ts'
import { overallProgress } from './milestones.ts'
import { markSeen, notify } from './notify.ts'
import { usePageProgress } from './page-progress.ts'
import { TrayPanel } from './tray-panel.tsx'

/**
 * Running work on every page of a signed-in person: the event stream, announcements, the tab's title and icon, and the tray in the header.
 * Renders nothing while nothing runs.
 */
export function LiveWork({ userId }: { userId: string }) {
  const { i18n } = useLingui()
  const { percent } = useFormat()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { spoken, hear } = useAnnouncements()
  const [open, setOpen] = useState(false)
  const { data } = useInfiniteQuery(generationsInfiniteQuery({ status: 'active' }))
  const { data: ended } = useQuery(endedRunsQuery)
  const running = data?.pages.flatMap(({ items }) => items).filter(isActive) ?? []
  const progress = overallProgress(running)

  function onChange(change: GenerationChange) {
    hear(change)
    const { before, after } = change
    const hasEnded = before !== undefined && isActive(before) && !isActive(after)
    if (!hasEnded || after.status === 'canceled') return
    changeEnded(queryClient, (known) => addEnded(known, after, Date.now()))
    if (after.status !== 'succeeded' && after.status !== 'failed') return
    const url = `/dashboard?item=${after.id}`
    void notify({
      id: after.id,
      title: i18n._(news[after.status][after.type]),
      body: after.title ?? after.prompt.slice(0, 120),
      icon: '/icon-192.png',
      url,
      onOpen: () => void router.navigate({ href: url }),
    })
  }

  useGenerationEvents(userId, onChange)
  usePageProgress({ running: running.length > 0, progress, percent })
  useEffect(markSeen, [])
  useEffect(() => {
    if (ended.length === 0 || open) return
    const timer = setInterval(() => changeEnded(queryClient, (known) => stillShown(known, Date.now())), 1_000)
    return () => clearInterval(timer)
  }, [queryClient, ended, open])

  return (
    <>
      <div role="status" aria-live="polite" className="sr-only">
        {spoken}
      </div>
      <Tray running={running} ended={ended} progress={progress} open={open} onOpenChange={setOpen} />
    </>
  )
}

type TrayProps = {
  running: readonly Generation[]
  ended: readonly EndedRun[]
  progress: number | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

function Tray({ running, ended, progress, open, onOpenChange }: TrayProps) {
  if (running.length === 0 && ended.length === 0 && !open) return null
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Trigger
        data-tray
        // As wide as its usual content from the start: changing digits move nothing.
        className="tabular flex min-h-11 min-w-11 animate-fade items-center gap-2 rounded-control px-3 font-medium whitespace-nowrap transition-colors hover:bg-ink/6 min-[22.5rem]:min-w-26"
      >
        <PillText running={running} ended={ended} progress={progress} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" collisionPadding={8} className="z-50">
          <Popover.Popup className="flex max-h-(--available-height) w-100 max-w-[calc(100vw-1rem)] origin-(--transform-origin) flex-col overflow-hidden rounded-card border border-line bg-surface shadow-float transition-[opacity,scale] duration-150 outline-none data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0">
            <TrayPanel running={running} ended={ended} onLeave={() => onOpenChange(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Minimal for the eye, complete for screen readers. */
function PillText({ running, ended, progress }: Pick<TrayProps, 'running' | 'ended' | 'progress'>) {
  const { t } = useLingui()
  const { percent } = useFormat()
  const count = running.length
  if (count > 0) {
    const far = progress === null ? null : percent(progress)
    return (
      <>
        <Mark playing size={20} className="shrink-0" />
        <span className="sr-only">
          <Plural value={count} one="# run in progress" other="# runs in progress" />
          {far && `, ${far}`}
        </span>
        <span aria-hidden className="max-[22.5rem]:hidden">
          {[count > 1 && count, far].filter(Boolean).join(' · ')}
        </span>
      </>
    )
  }
  const failed = ended.some(({ run }) => run.status === 'failed')
  const Icon = failed ? CircleAlert : CircleCheck
  return (
    <>
      <Icon aria-hidden className={`size-5 shrink-0 ${failed ? 'text-danger' : 'text-ok'}`} strokeWidth={1.75} />
      <span className="sr-only">{t`Just finished`}</span>
      <span className="max-[22.5rem]:sr-only">
        {failed ? <Trans context="a work">Failed</Trans> : <Trans context="a work">Ready</Trans>}
      </span>
    </>
  )
}
