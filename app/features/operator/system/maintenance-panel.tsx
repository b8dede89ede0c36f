import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import { unwrap } from '#app/contract/base/api-result.ts'
import { noticesQuery } from '#app/shell/data/notices.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { TextField } from '#app/ui/controls/field.tsx'
import { LoadError } from '#app/ui/page/load-error.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { ActDialog } from '../base/act-dialog.tsx'
import { getMaintenance, setMaintenance } from './announcements.functions.ts'
import { fromLocalTime } from '../base/local-time.ts'
import { operatorKey } from '../base/operator.queries.ts'

const maintenanceQuery = queryOptions({
  queryKey: [...operatorKey, 'maintenance'],
  queryFn: async () => unwrap(await getMaintenance()),
})

/** The switch of maintenance mode. */
export function MaintenancePanel() {
  const format = useFormat()
  const { data, isError, error } = useQuery(maintenanceQuery)
  const [open, setOpen] = useState(false)
  if (isError) return <LoadError error={error} />
  if (!data) return <Skeleton className="h-28" />
  const { enabled, ends_at: until } = data
  return (
    <section className={`grid gap-3 rounded-card border border-line p-4 sm:p-5 ${enabled ? 'bg-warn-soft' : 'bg-surface'}`}>
      <div className="grid gap-1">
        <h2 className="text-xl">
          <Trans>Maintenance mode</Trans>
        </h2>
        <p className="text-ink-soft">
          {!enabled ? (
            <Trans>Off. Turn it on before an update: new runs are refused, running ones finish, payments keep working.</Trans>
          ) : until ? (
            <Trans>
              On. People see that runs are expected again at <time dateTime={until}>{format.dateTime(until)}</time>. It ends when you turn
              it off.
            </Trans>
          ) : (
            <Trans>On. New runs are refused until you turn it off; administrators can still run models.</Trans>
          )}
        </p>
      </div>
      <Button variant="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
        {enabled ? <Trans>Turn off maintenance mode</Trans> : <Trans>Turn on maintenance mode</Trans>}
      </Button>
      {open && <MaintenanceDialog enabled={enabled} onClose={() => setOpen(false)} />}
    </section>
  )
}

function MaintenanceDialog({ enabled, onClose }: { enabled: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const [until, setUntil] = useState('')
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  // The panel changes before the dialog closes.
  const [turnsOn] = useState(!enabled)
  return (
    <ActDialog
      title={turnsOn ? <Trans>Turn on maintenance mode?</Trans> : <Trans>Turn off maintenance mode?</Trans>}
      description={
        turnsOn ? (
          <Trans>Members can’t start runs until you turn it off. A notice above every page says so.</Trans>
        ) : (
          <Trans>Members can start runs again at once.</Trans>
        )
      }
      action={turnsOn ? <Trans>Turn on</Trans> : <Trans>Turn off</Trans>}
      done={turnsOn ? t`Maintenance mode is on` : t`Maintenance mode is off`}
      reasonOptional
      onFailure={setFailure}
      onClose={onClose}
      onAct={async (reason) => {
        const result = await setMaintenance({ data: { enabled: turnsOn, ends_at: turnsOn ? fromLocalTime(until) : null, reason } })
        void queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey })
        return result
      }}
    >
      {turnsOn && (
        <TextField
          label={<Trans>Expected end (optional)</Trans>}
          hint={t`Shown to people. It doesn’t end the maintenance.`}
          type="datetime-local"
          value={until}
          onChange={(event) => setUntil(event.target.value)}
          error={failure?.fields?.ends_at?.detail}
        />
      )}
    </ActDialog>
  )
}
