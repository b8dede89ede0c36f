import { Trans } from '@lingui/react/macro'
import type { Notices } from '#app/contract/operator/announcements.ts'
import { useFormat } from '#app/shell/i18n/format.ts'

/** Says that no new runs start, until when, and that nothing is lost. */
export function MaintenanceText({ maintenance }: { maintenance: NonNullable<Notices['maintenance']> }) {
  const format = useFormat()
  const { ends_at: until, may_run: mayRun } = maintenance
  if (mayRun)
    return until ? (
      <Trans>
        Maintenance mode until about <time dateTime={until}>{format.dateTime(until)}</time>: members can’t create anything. You can, for
        testing.
      </Trans>
    ) : (
      <Trans>Maintenance mode: members can’t create anything. You can, for testing.</Trans>
    )
  return until ? (
    <Trans>
      Maintenance until about <time dateTime={until}>{format.dateTime(until)}</time>: you can’t create anything new. What’s in progress will
      finish, and your results are safe.
    </Trans>
  ) : (
    <Trans>Maintenance: you can’t create anything new right now. What’s in progress will finish, and your results are safe.</Trans>
  )
}
