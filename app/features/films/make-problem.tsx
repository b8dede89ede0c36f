import { Trans, useLingui } from '@lingui/react/macro'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { ButtonLink } from '#app/ui/controls/button.tsx'

/** Why nothing was started: missing tokens with the way to get them, or the reason of the server. */
export function MakeProblem({ missing, failure }: { missing: number; failure: ApiFailure | null }) {
  const { t } = useLingui()
  const { tokens } = useFormat()
  const message = useFailureMessage()
  if (missing > 0)
    return (
      <p role="alert" className="text-sm text-warn">
        {t`You need ${tokens(missing)} more.`}{' '}
        <ButtonLink to="/profile/token-packs" variant="ghost" size="sm" className="-mx-2">
          <Trans>Get tokens</Trans>
        </ButtonLink>
      </p>
    )
  if (!failure) return null
  return (
    <p role="alert" className="max-w-md text-sm text-danger">
      {message(failure)}
    </p>
  )
}
