import { Trans } from '@lingui/react/macro'

/** Says next to a button why no run can start. */
export function ClosedNote() {
  return (
    <p role="status" className="rounded-card bg-warn-soft px-4 py-2.5 text-sm">
      <Trans>New runs are paused for maintenance. Your prompt is saved.</Trans>
    </p>
  )
}
