import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useKnownTimeZone } from '#app/shell/account/use-known-time-zone.ts'
import { sessionQuery } from '#app/shell/data/session.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { Forecast } from './forecast.tsx'
import { Ledger } from './ledger-list.tsx'
import type { LedgerProps } from './ledger-search.ts'
import { Lots } from './lots.tsx'
import { RedeemCode } from './redeem-code.tsx'
import { DefaultAllowance } from './allowance.tsx'
import { OwnLimits } from './own-limits.tsx'
import { balanceQuery, limitsQuery } from './tokens.queries.ts'

export function TokensPage(props: LedgerProps) {
  const { t } = useLingui()
  const format = useFormat()
  const { data: balance } = useSuspenseQuery(balanceQuery)
  const { data: limits } = useSuspenseQuery(limitsQuery)
  useFreshBalance(balance)
  useKnownTimeZone(limits.time_zone)
  return (
    <div className="grid gap-12 lg:gap-16">
      <h1 className="sr-only">
        <Trans>Tokens</Trans>
      </h1>
      <section aria-label={t`Balance`} className="grid gap-8">
        <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-6">
          <div>
            <p className="text-[clamp(3.5rem,9vw,4.75rem)] leading-none font-semibold tracking-[-0.03em]">
              {format.number(balance.available)}
            </p>
            <p className="mt-3 text-lg text-ink-soft">
              <Plural value={balance.available} one="token available" other="tokens available" />
              {balance.held > 0 && (
                <>
                  {' · '}
                  <Trans>
                    <span className="text-ink">{format.number(balance.held)}</span> reserved for results in progress
                  </Trans>
                </>
              )}
            </p>
            {balance.change_milli > 0 && (
              <p className="mt-1 text-sm text-ink-soft">
                <Trans>Plus {format.exactTokens(balance.change_milli)} left over from a started token, for your next small results</Trans>
              </p>
            )}
          </div>
          <div className="flex flex-wrap gap-2">
            <RedeemCode />
            <ButtonLink to="/profile/token-packs" variant={balance.low ? 'primary' : 'secondary'}>
              <Trans>Token packs</Trans>
            </ButtonLink>
          </div>
        </div>
        {balance.debt > 0 && (
          <p className="rounded-control bg-wash px-4 py-3">
            <Plural
              value={balance.debt}
              one="You owe # token: a purchase was refunded after you spent it. Your next tokens will cover it."
              other="You owe # tokens: a purchase was refunded after you spent them. Your next tokens will cover them."
            />
          </p>
        )}
        <Forecast {...balance} />
        <Lots lots={balance.lots} />
      </section>
      <OwnLimits limits={limits} />
      <DefaultAllowance />
      <Ledger {...props} />
    </div>
  )
}

/** Refetches lots and history when they fall behind the session's balance, which live events change first. */
function useFreshBalance({ available, held }: { available: number; held: number }) {
  const queryClient = useQueryClient()
  const { data: session } = useQuery(sessionQuery)
  const liveAvailable = session?.user?.available ?? available
  const liveHeld = session?.user?.held ?? held
  useEffect(() => {
    if (liveAvailable !== available || liveHeld !== held) void queryClient.invalidateQueries({ queryKey: ['tokens'] })
  }, [available, held, liveAvailable, liveHeld, queryClient])
}

export function TokensSkeleton() {
  return (
    <div className="grid gap-12 lg:gap-16">
      <div className="grid gap-8">
        <div className="grid gap-3">
          <Skeleton className="h-[4.5rem] w-56" />
          <Skeleton className="h-6 w-72" />
        </div>
        <Skeleton className="h-3" />
        <Skeleton className="h-24" />
      </div>
      <Skeleton className="h-44 rounded-card" />
      <div className="grid gap-4">
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} className="h-16" />
        ))}
      </div>
    </div>
  )
}
