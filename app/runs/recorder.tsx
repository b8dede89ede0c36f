import { Trans, useLingui } from '@lingui/react/macro'
import { Mic, Pause, Play, Square, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button, IconButton } from '#app/ui/controls/button.tsx'
import { type RecorderState, useRecorder } from './use-recorder.ts'

type RecorderProps = {
  onRecorded: (file: File) => void
  /** Whether there is a recording already. */
  again: boolean
  /** Whether it starts at once, because the person has just asked for it. */
  starts?: boolean
  onDiscarded?: () => void
}

/** Records the microphone: level, time, pause, and what to do when there is none. */
export function Recorder({ onRecorded, again, starts = false, onDiscarded }: RecorderProps) {
  const { t } = useLingui()
  const { clock } = useFormat()
  const recorder = useRecorder(onRecorded)
  const start = useEffectEvent(() => recorder.start())
  useEffect(() => {
    if (starts) start()
  }, [starts])
  const { state, elapsedMs, level } = recorder
  const icon = { 'aria-hidden': true, strokeWidth: 1.75 } as const
  const isOpen = state === 'recording' || state === 'paused'
  return (
    <div className="grid gap-2">
      {isOpen ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-surface p-3">
          <Level level={level} isPaused={state === 'paused'} />
          <span className="tabular min-w-12 text-lg" role="timer">
            {clock(elapsedMs)}
          </span>
          <span className="ml-auto flex items-center gap-1">
            {state === 'recording' ? (
              <IconButton label={t`Pause recording`} onClick={recorder.pause}>
                <Pause {...icon} />
              </IconButton>
            ) : (
              <IconButton label={t`Continue recording`} onClick={recorder.resume}>
                <Play {...icon} />
              </IconButton>
            )}
            <IconButton
              label={t`Discard recording`}
              onClick={() => {
                recorder.discard()
                onDiscarded?.()
              }}
            >
              <X {...icon} />
            </IconButton>
            <Button size="sm" onClick={recorder.finish}>
              <Square {...icon} className="size-4 fill-current" />
              <Trans>Done</Trans>
            </Button>
          </span>
        </div>
      ) : (
        <Button variant="secondary" size="sm" busy={state === 'asking'} onClick={recorder.start} className="justify-self-start">
          <Mic {...icon} className="size-4.5" />
          {again ? <Trans>Record again</Trans> : <Trans>Record</Trans>}
        </Button>
      )}
      <p role="status" className="sr-only">
        {state === 'recording' ? t`Recording` : state === 'paused' ? t`Paused` : ''}
      </p>
      <Problem state={state} />
    </div>
  )
}

/** A bar as long as the sound is loud. */
function Level({ level, isPaused }: { level: number; isPaused: boolean }) {
  return (
    <span aria-hidden className="flex h-6 flex-1 basis-24 items-center gap-2">
      <span className={`size-2.5 shrink-0 rounded-full ${isPaused ? 'bg-ink/30' : 'animate-breathe bg-danger'}`} />
      <span className="h-1.5 flex-1 overflow-hidden rounded-full bg-ink/10">
        <span className="block h-full origin-left bg-kind-mark transition-transform" style={{ transform: `scaleX(${level.toFixed(3)})` }} />
      </span>
    </span>
  )
}

function Problem({ state }: { state: RecorderState }) {
  const texts: Partial<Record<RecorderState, ReactNode>> = {
    denied: <Trans>The browser may not use the microphone. Allow it in the site settings next to the address, then record again.</Trans>,
    no_microphone: <Trans>No microphone was found. Connect one, or add a file instead.</Trans>,
    insecure: <Trans>Browsers allow the microphone only over HTTPS. Open this site with https://, or add a file instead.</Trans>,
    unsupported: <Trans>This browser can’t record. Add a file instead.</Trans>,
    failed: <Trans>Couldn’t start recording. Close other apps that use the microphone and try again.</Trans>,
  }
  return (
    <div role="alert" className="empty:hidden">
      {texts[state] && <p className="text-sm text-danger">{texts[state]}</p>}
    </div>
  )
}
