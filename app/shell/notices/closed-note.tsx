import { Trans } from '@lingui/react/macro'

/** Says next to a button why no run can start. */
export function ClosedNote() {
  return (
    <p role="status" className="rounded-card bg-warn-soft px-4 py-2.5 text-sm">
      <Trans>Maintenance: you can’t create anything right now. Your prompt is saved.</Trans>
    </p>
  )
}
