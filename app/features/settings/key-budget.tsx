import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ApiKey } from '#app/contract/account/api-keys.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { useKindNames } from '#app/shell/media/kinds.tsx'
import { ProgressBar } from '#app/ui/page/progress-bar.tsx'

/** The limits of a key, with bars of what is used. */
export function KeyBudgetLines({ apiKey: { budget, spent } }: { apiKey: Pick<ApiKey, 'budget' | 'spent'> }) {
  const { t } = useLingui()
  const names = useKindNames()
  if (!budget || !spent) return null
  const { tokens_per_run: perRun, tokens_per_day: perDay, tokens_per_month: perMonth, calls_per_minute: calls, kinds, models } = budget
  const others = [
    perRun !== null && <Plural key="run" value={perRun} one="up to # token per result" other="up to # tokens per result" />,
    kinds && kinds.map((kind) => names[kind]).join(', '),
    models && <Plural key="models" value={models.length} one="# model" other="# models" />,
    calls !== null && <Plural key="calls" value={calls} one="# call per minute" other="# calls per minute" />,
  ].filter((one) => one !== false && one !== null)
  return (
    <div className="mt-1.5 grid max-w-sm gap-2">
      {others.length > 0 && (
        <p className="text-sm text-ink-soft">
          {others.map((one, index) => (
            <span key={index}>
              {index > 0 && ' · '}
              {one}
            </span>
          ))}
        </p>
      )}
      {perDay !== null && (
        <Bar label={t`Today`} bar={t`Tokens used today`} limit={perDay} used={spent.today.tokens} resetsAt={spent.today.resets_at} />
      )}
      {perMonth !== null && (
        <Bar
          label={t`This month`}
          bar={t`Tokens used this month`}
          limit={perMonth}
          used={spent.this_month.tokens}
          resetsAt={spent.this_month.resets_at}
        />
      )}
    </div>
  )
}

type BarProps = { label: ReactNode; bar: string; limit: number; used: number; resetsAt: string }

function Bar({ label, bar, limit, used, resetsAt }: BarProps) {
  const format = useFormat()
  return (
    <div className="grid gap-1 text-sm">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>
          <Trans>
            {label}: {format.number(used)} of {format.number(limit)}
          </Trans>
        </span>
        <span className="text-ink-soft">
          <Trans>
            resets on <time dateTime={resetsAt}>{format.dateTime(resetsAt)}</time>
          </Trans>
        </span>
      </p>
      <ProgressBar label={bar} value={Math.min(1, used / limit)} />
    </div>
  )
}
