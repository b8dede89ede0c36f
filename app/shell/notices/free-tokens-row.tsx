import { Trans } from '@lingui/react/macro'
import { Info } from 'lucide-react'
import type { FreeTokensBarred } from '#app/contract/account/accounts.ts'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { NoticeRow } from './notice-row.tsx'

/** Explains why a new account has no free tokens. */
export function FreeTokensRow({ reason, onDismiss }: { reason: FreeTokensBarred; onDismiss: () => void }) {
  return (
    <NoticeRow
      id="free-tokens"
      level="info"
      icon={<Info aria-hidden strokeWidth={1.75} />}
      onDismiss={onDismiss}
      action={
        <ButtonLink
          to="/profile/token-packs"
          variant="ghost"
          size="sm"
          className="my-1 shrink-0 underline decoration-line underline-offset-4 pointer-coarse:my-0"
        >
          <Trans>Get tokens</Trans>
        </ButtonLink>
      }
    >
      {reason === 'disposable_email' ? (
        <Trans>New accounts with a temporary email address don’t get free tokens. Everything else works as usual.</Trans>
      ) : (
        <Trans>Free tokens are given once per mailbox, and yours has already had an account. Everything else works as usual.</Trans>
      )}
    </NoticeRow>
  )
}
