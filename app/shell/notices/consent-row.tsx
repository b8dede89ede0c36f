import { Trans } from '@lingui/react/macro'
import { ShieldCheck } from 'lucide-react'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { NoticeRow } from './notice-row.tsx'

/** Asks a person who has not agreed to the processing of their data yet. It can be put away until the next page load. */
export function ConsentRow({ onDismiss }: { onDismiss: () => void }) {
  return (
    <NoticeRow
      level="warning"
      icon={<ShieldCheck aria-hidden strokeWidth={1.75} />}
      onDismiss={onDismiss}
      action={
        <ButtonLink
          to="/profile/settings"
          hash="consent"
          variant="ghost"
          size="sm"
          className="my-1 shrink-0 underline decoration-line underline-offset-4 pointer-coarse:my-0"
        >
          <Trans>Read and agree</Trans>
        </ButtonLink>
      }
    >
      <Trans>We need your consent to process your personal data.</Trans>
    </NoticeRow>
  )
}
