import { Trans, useLingui } from '@lingui/react/macro'
import { Info } from 'lucide-react'
import type { FreeTokensBarred } from '#app/contract/accounts.ts'
import { ButtonLink } from '#app/ui/button.tsx'

export function Note({ reason }: { reason: FreeTokensBarred }) {
  const { t } = useLingui()
  return (
    <aside aria-label={t`Free tokens`} data-print="hidden" className="border-b border-line bg-wash">
      <div className="flex items-start gap-3 px-4 py-1 text-sm sm:px-6">
        <Info aria-hidden className="mt-3 size-5 shrink-0 text-ink-soft" strokeWidth={1.75} />
        <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 py-1">
          <span className="py-1.5">
            {reason === 'disposable_email' ? (
              <Trans>New accounts with a temporary email address don’t get free tokens. Everything else works as usual.</Trans>
            ) : (
              <Trans>Free tokens are given once per mailbox, and yours has already had an account. Everything else works as usual.</Trans>
            )}
          </span>
          <ButtonLink to="/profile/token-packs" variant="ghost" size="sm" className="-mx-3 underline decoration-line underline-offset-4">
            <Trans>Get tokens</Trans>
          </ButtonLink>
        </p>
      </div>
    </aside>
  )
}
