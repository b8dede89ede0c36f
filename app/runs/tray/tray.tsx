import { Popover } from '@base-ui/react/popover'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'
import type { Generation } from '#app/contract/runs/generations.ts'
import type { Call } from '#app/contract/studio/tool-calls.ts'
import type { RunRequest } from '#app/contract/runs/run-requests.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Mark } from '#app/ui/page/mark.tsx'
import type { EndedRun } from './ended-runs.ts'
import { hasEnded, type Make } from './makes.ts'
import { TrayPanel } from './tray-panel.tsx'

type TrayProps = {
  requests: readonly RunRequest[]
  calls: readonly Call[]
  running: readonly Generation[]
  ended: readonly EndedRun[]
  makes: readonly Make[]
  progress: number | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The pill in the header and its list. */
export function Tray({ requests, calls, running, ended, makes, progress, open, onOpenChange }: TrayProps) {
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Trigger
        data-tray
        // As wide as its usual content from the start, so that changing digits move nothing.
        className="flex min-h-11 min-w-11 animate-fade items-center gap-2 rounded-control px-3 font-medium whitespace-nowrap transition-colors hover:bg-ink/6 min-[22.5rem]:min-w-26"
      >
        <PillText
          asked={requests.length + new Set(calls.map(({ step }) => step)).size}
          running={running}
          ended={ended}
          makes={makes}
          progress={progress}
        />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" collisionPadding={8} className="z-50">
          <Popover.Popup className="flex max-h-(--available-height) w-100 max-w-[calc(100vw-1rem)] origin-(--transform-origin) flex-col overflow-hidden rounded-card border border-line bg-surface shadow-float transition-[opacity,scale] duration-150 outline-none data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0">
            <TrayPanel
              requests={requests}
              calls={calls}
              running={running}
              ended={ended}
              makes={makes}
              onLeave={() => onOpenChange(false)}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Short for the eye, complete for screen readers. */
function PillText({
  asked,
  running,
  ended,
  makes,
  progress,
}: Pick<TrayProps, 'running' | 'ended' | 'makes' | 'progress'> & { asked: number }) {
  const { t } = useLingui()
  const { percent } = useFormat()
  const count = running.length + makes.filter((make) => !hasEnded(make)).length
  if (asked > 0)
    return (
      <>
        <CircleHelp aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
        <span className="sr-only">
          <Plural value={asked} one="# request for approval" other="# requests for approval" />
          {count > 0 && `, ${t`${plural(count, { one: '# result in progress', other: '# results in progress' })}`}`}
        </span>
        <span aria-hidden className="max-[28rem]:hidden">
          <Trans context="a key asks for a run">Approve</Trans>
          {asked > 1 && ` · ${asked}`}
        </span>
      </>
    )
  if (count > 0) {
    const far = progress === null ? null : percent(progress)
    return (
      <>
        <Mark playing size={20} className="shrink-0" />
        <span className="sr-only">
          <Plural value={count} one="# result in progress" other="# results in progress" />
          {far && `, ${far}`}
        </span>
        <span aria-hidden className="max-[22.5rem]:hidden">
          {[count > 1 && count, far].filter(Boolean).join(' · ')}
        </span>
      </>
    )
  }
  const failed = ended.some(({ run }) => run.status === 'failed') || makes.some((make) => make.failed > 0)
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
