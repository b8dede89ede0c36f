import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Balance, LotSource } from '#app/contract/tokens.ts'
import { useFormat } from '#app/shell/format.ts'

/** Ink that fades in the order of spending; the last shade is for all that follow. */
const shades = ['bg-ink', 'bg-ink/65', 'bg-ink/42', 'bg-ink/26', 'bg-ink/15'] as const
const shadeOf = (index: number) => shades[Math.min(index, shades.length - 1)]

/** The lots, in the order they are spent. */
export function Lots({ lots }: { lots: Balance['lots'] }) {
  const { t } = useLingui()
  const format = useFormat()
  if (lots.length === 0) return null
  return (
    <div className="grid gap-4">
      <div aria-hidden className="flex h-3 gap-0.75 overflow-hidden rounded-full">
        {lots.map(({ id, remaining }, index) => (
          <span key={id} className={`min-w-1.5 ${shadeOf(index)}`} style={{ flexGrow: remaining }} />
        ))}
      </div>
      <ol aria-label={t`In the order they are spent`} className="grid">
        {lots.map(({ id, source, remaining, expires_at }, index) => (
          <li key={id} className="flex items-start gap-3 border-b border-line py-3 last:border-0">
            <span aria-hidden className={`mt-1.5 size-3 shrink-0 rounded-[4px] ${shadeOf(index)}`} />
            <span className="flex flex-1 flex-col justify-between gap-x-6 sm:flex-row">
              <span>
                <LotWords source={source} remaining={remaining} />
              </span>
              <span className="text-ink-soft">
                {index === 0 && lots.length > 1 && (
                  <>
                    <Trans>spent first</Trans>
                    {' · '}
                  </>
                )}
                {expires_at ? (
                  <Trans>
                    until <time dateTime={expires_at}>{format.date(expires_at)}</time>
                  </Trans>
                ) : (
                  <Trans>never expire</Trans>
                )}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

function LotWords({ source, remaining }: { source: LotSource; remaining: number }) {
  switch (source) {
    case 'welcome':
      return <Plural value={remaining} one="# welcome token" other="# welcome tokens" />
    case 'pack':
      return <Plural value={remaining} one="# token from a pack" other="# tokens from a pack" />
    case 'plan':
      return <Plural value={remaining} one="# token of your plan" other="# tokens of your plan" />
    case 'referral':
      return <Plural value={remaining} one="# token for an invitation" other="# tokens for an invitation" />
    case 'grant':
      return <Plural value={remaining} one="# token from the operator" other="# tokens from the operator" />
  }
}
