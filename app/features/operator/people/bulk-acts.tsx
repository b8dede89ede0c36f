import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BulkActState } from '#app/contract/operator/bulk-acts.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { ProgressBar } from '#app/ui/page/progress-bar.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { stopBulkAct } from './bulk.functions.ts'
import { useBulkActNames } from '../base/names.ts'
import { bulkActsQuery, operatorKey } from '../base/operator.queries.ts'

/** Acts on many people that are running, and those that have ended since the page was opened. */
export function BulkActs() {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { data } = useQuery(bulkActsQuery)
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const running = data?.items.filter(({ state }) => state === 'running').map(({ id }) => id) ?? []
  if (running.some((id) => !seen.has(id))) setSeen(new Set([...seen, ...running]))
  const shown = data?.items.filter(({ id }) => seen.has(id)) ?? []
  const isRunning = running.length > 0
  // The list of people shows the result.
  useEffect(() => {
    if (!isRunning && seen.size > 0) void queryClient.invalidateQueries({ queryKey: [...operatorKey, 'people'] })
  }, [isRunning, seen, queryClient])
  if (shown.length === 0) return null
  return (
    <ul aria-label={t`Bulk actions`} className="grid gap-3 rounded-card bg-wash px-4 py-3">
      {shown.map((bulk) => (
        <BulkRow key={bulk.id} bulk={bulk} />
      ))}
    </ul>
  )
}

function BulkRow({ bulk }: { bulk: BulkActState }) {
  const { t } = useLingui()
  const format = useFormat()
  const names = useBulkActNames()
  const toast = useToast()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const [busy, setBusy] = useState(false)
  const { id, act, people, done, skipped, state } = bulk
  const reached = done + skipped
  const states = { running: t`Running`, done: t`Finished`, stopped: t`Stopped` }

  async function stop() {
    setBusy(true)
    const result = await settle(stopBulkAct({ data: { id } }))
    setBusy(false)
    if (!result.ok) toast({ title: failureMessage(result.error), tone: 'danger' })
    await queryClient.invalidateQueries({ queryKey: bulkActsQuery.queryKey })
  }

  return (
    <li className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p role="status">
          <span className="font-medium">{names[act.kind]}</span> · {states[state]} ·{' '}
          <Trans>
            {format.number(reached)} of {format.number(people)}
          </Trans>
          {skipped > 0 && (
            <>
              {' · '}
              <Trans>skipped: {format.number(skipped)}</Trans>
            </>
          )}
        </p>
        {state === 'running' && (
          <Button variant="secondary" size="sm" busy={busy} onClick={() => void stop()}>
            <Trans>Stop</Trans>
          </Button>
        )}
      </div>
      {state === 'running' && <ProgressBar label={names[act.kind]} value={people === 0 ? 1 : Math.min(1, reached / people)} />}
    </li>
  )
}
