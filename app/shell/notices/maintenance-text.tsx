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
        Maintenance mode until about <time dateTime={until}>{format.dateTime(until)}</time>: members can’t start runs. You can, for testing.
      </Trans>
    ) : (
      <Trans>Maintenance mode: members can’t start runs. You can, for testing.</Trans>
    )
  return until ? (
    <Trans>
      Maintenance until about <time dateTime={until}>{format.dateTime(until)}</time>: new runs can’t start. Running ones finish, and your
      results are safe.
    </Trans>
  ) : (
    <Trans>Maintenance: new runs can’t start right now. Running ones finish, and your results are safe.</Trans>
  )
}
