import { Popover } from '@base-ui/react/popover'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Generation } from '#app/contract/runs/generations.ts'
import type { Call } from '#app/contract/studio/tool-calls.ts'
import type { RunRequest } from '#app/contract/runs/run-requests.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { kindPaths } from '#app/shell/media/kinds.tsx'
import { useWorkName } from '#app/shell/media/work-name.ts'
import { isWaiting } from '#app/shell/data/run-state.ts'
import { IconButton } from '#app/ui/controls/button.tsx'
import { ProgressBar } from '#app/ui/page/progress-bar.tsx'
import { AgainButton } from '../again-button.tsx'
import { CancelButton } from '../cancel-button.tsx'
import { useUsualPhrase } from '../status.tsx'
import { useGenerationActions } from '../use-generation-actions.ts'
import { changeEnded, type EndedRun } from './ended-runs.ts'
import { MakeRow } from './make-rows.tsx'
import { hasEnded, type Make } from './makes.ts'
import { RequestList } from './request-list.tsx'
import { Row } from './row.tsx'
import { NotificationSwitch } from './notification-switch.tsx'

type TrayPanelProps = {
  requests: readonly RunRequest[]
  calls: readonly Call[]
  running: readonly Generation[]
  ended: readonly EndedRun[]
  makes: readonly Make[]
  /** Called when the person goes to another page. */
  onLeave: () => void
}

/** All running works, newest first, and recently ended ones. */
export function TrayPanel({ requests, calls, running, ended, makes, onLeave }: TrayPanelProps) {
  const queryClient = useQueryClient()
  const now = useSeconds()
  return (
    <>
      {requests.length + calls.length > 0 && <RequestList requests={requests} calls={calls} onLeave={onLeave} />}
      <Popover.Title className="px-4 pt-3.5 pb-1 text-lg">
        <Trans>Running now</Trans>
      </Popover.Title>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-1.5 pb-1.5">
        {running.length === 0 && makes.every(hasEnded) && (
          <p className="px-2.5 py-2 text-ink-soft">
            <Trans>Nothing is running right now.</Trans>
          </p>
        )}
        <ul>
          {makes.map((make) => (
            <MakeRow key={make.id} make={make} onLeave={onLeave} />
          ))}
          {running.map((run) => (
            <RunningRow key={run.id} run={run} now={now} onLeave={onLeave} />
          ))}
          {ended.map(({ run }) => (
            <EndedRow
              key={run.id}
              run={run}
              onLeave={onLeave}
              onClose={() => changeEnded(queryClient, (known) => known.filter((one) => one.run.id !== run.id))}
            />
          ))}
        </ul>
      </div>
      <NotificationSwitch />
    </>
  )
}

/** One clock for all rows, updated every second. */
function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

type RunningRowProps = { run: Generation; now: number; onLeave: () => void }

function RunningRow({ run, now, onLeave }: RunningRowProps) {
  const { percent, clock } = useFormat()
  const actions = useGenerationActions(run)
  const name = useWorkName()(run)
  const { progress, ahead } = run
  const waits = isWaiting(run)
  const known = waits ? null : progress
  const elapsed = Math.max(0, now - Date.parse(run.started_at ?? run.created_at))
  const usual = useUsualPhrase(run, elapsed)
  const words = [
    waits ? <QueuePlace key="place" ahead={ahead} /> : null,
    known === null ? null : percent(known),
    clock(elapsed),
    usual,
  ].filter((part) => part !== null)
  return (
    <Row kind={run.type} aside={<CancelButton generation={run} actions={actions} name={name.slice(0, 60)} />}>
      <Link to={kindPaths[run.type]} onClick={onLeave} className="line-clamp-2 rounded-[4px] wrap-anywhere hover:underline">
        {name}
      </Link>
      <p className="mt-0.5 flex flex-wrap gap-x-1.5 text-sm text-ink-soft">
        {words.map((part, index) => (
          <span key={index} className="not-first:before:mr-1.5 not-first:before:content-['·']">
            {part}
          </span>
        ))}
      </p>
      {!waits && <ProgressBar label={name.slice(0, 60)} value={known} className="mt-2" />}
    </Row>
  )
}

function QueuePlace({ ahead }: { ahead: number | null }) {
  const { t } = useLingui()
  if (!ahead) return <Trans>Waiting in the queue</Trans>
  return t`In the queue, ${ahead} ahead`
}

function EndedRow({ run, onLeave, onClose }: { run: Generation; onLeave: () => void; onClose: () => void }) {
  const { t } = useLingui()
  const actions = useGenerationActions(run)
  const name = useWorkName()(run)
  const [first] = run.files
  const isReady = run.status === 'succeeded'
  return (
    <Row
      kind={run.type}
      aside={
        <>
          {isReady && first?.thumbnail_url && (
            <img src={first.thumbnail_url} alt="" width={56} height={40} className="my-1 h-10 w-14 rounded-[6px] bg-wash object-cover" />
          )}
          <IconButton label={t`Dismiss`} onClick={onClose} className="-mr-1">
            <X aria-hidden strokeWidth={1.75} />
          </IconButton>
        </>
      }
    >
      {isReady ? (
        <Link
          to="/dashboard"
          search={{ item: run.id }}
          onClick={onLeave}
          className="line-clamp-2 rounded-[4px] wrap-anywhere hover:underline"
        >
          {name}
        </Link>
      ) : (
        <p className="line-clamp-2 wrap-anywhere">{name}</p>
      )}
      {isReady ? (
        <p className="mt-0.5 text-sm text-ok">
          <Trans context="a work">Ready</Trans>
        </p>
      ) : (
        <>
          <p className="mt-0.5 text-sm text-danger">{run.error?.detail ?? <Trans>This couldn’t be created.</Trans>}</p>
          {!run.charged_milli && (
            <p className="text-sm text-ink-soft">
              <Trans>No tokens were charged.</Trans>
            </p>
          )}
          <AgainButton generation={run} actions={actions} variant="secondary" className="mt-2" onStarted={onClose} />
        </>
      )}
    </Row>
  )
}
