import { Plural, Trans } from '@lingui/react/macro'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { Quote } from '#app/contract/runs/generations.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { ButtonLink } from '#app/ui/controls/button.tsx'

type OverLimitProps = { overLimit: Quote['over_limit'] | undefined; refused: ApiFailure | null }

/** Says that the run exceeds a limit: with the price, and again if the run was refused. Only own limits can be changed. */
export function OverLimit({ overLimit, refused }: OverLimitProps) {
  return (
    <div role="status" className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-card bg-wash py-2 pr-2 pl-4">
      <span className="min-w-0 flex-1 basis-48">{refused ? refused.detail : overLimit && <LimitText {...overLimit} />}</span>
      {(refused ? refused.code !== 'over_account_limit' : overLimit?.per !== 'account') && (
        <ButtonLink to="/profile/tokens" hash="own-limits" variant="secondary" size="sm">
          <Trans>Your limits</Trans>
        </ButtonLink>
      )}
    </div>
  )
}

function LimitText({ per, limit, left, resets_at: resetsAt }: NonNullable<Quote['over_limit']>) {
  const { number, dateTime } = useFormat()
  if (per === 'run')
    return (
      <Trans>
        Over your limit per result: <Plural value={limit} one="# token" other="# tokens" />.
      </Trans>
    )
  if (per === 'account' && resetsAt !== undefined)
    return (
      <Trans>
        Over your account’s daily limit: {number(left)} of {number(limit)} left. It resets on{' '}
        <time dateTime={resetsAt}>{dateTime(resetsAt)}</time>.
      </Trans>
    )
  return (
    <Trans>
      Over your limit for today: {number(left)} of {number(limit)} left.
    </Trans>
  )
}
