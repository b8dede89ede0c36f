import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Balance, LotSource } from '#app/contract/money/tokens.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'

/** Shades in the order of spending; the last one is for all others. */
const shades = ['bg-ink', 'bg-ink/65', 'bg-ink/42', 'bg-ink/26', 'bg-ink/15'] as const
const shadeOf = (index: number) => shades[Math.min(index, shades.length - 1)]

/** Number of lots shown at first. */
const fewLots = 5

/** The lots in the order of spending. */
export function Lots({ lots }: { lots: Balance['lots'] }) {
  const { t } = useLingui()
  const format = useFormat()
  const [all, setAll] = useState(false)
  if (lots.length === 0) return null
  // One more lot takes no more space than the button.
  const shown = all || lots.length <= fewLots + 1 ? lots : lots.slice(0, fewLots)
  return (
    <div className="grid gap-4">
      <div aria-hidden className="flex h-3 gap-0.75 overflow-hidden rounded-full">
        {lots.map(({ id, remaining }, index) => (
          <span key={id} className={`min-w-1.5 ${shadeOf(index)}`} style={{ flexGrow: remaining }} />
        ))}
      </div>
      <LotsSummary lots={lots} />
      <ol aria-label={t`In the order they’re spent`} className="grid">
        {shown.map(({ id, source, remaining, expires_at }, index) => (
          <li key={id} className="flex items-start gap-3 border-b border-line py-3 last:border-0">
            <span aria-hidden className={`mt-1.5 size-3 shrink-0 rounded-[4px] ${shadeOf(index)}`} />
            <span className="flex flex-1 flex-col justify-between gap-x-6 sm:flex-row">
              <span>
                <LotLabel source={source} remaining={remaining} />
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
      {shown.length < lots.length && (
        <Button variant="ghost" size="sm" onClick={() => setAll(true)} className="-ml-3 justify-self-start">
          <Trans>Show all {format.number(lots.length)}</Trans>
        </Button>
      )}
    </div>
  )
}

/** Number of phrases; longer lists are summarized. */
const mostPhrases = 3

/** "300 from your plan until 1 December, then 1,200 that never expire." Omitted if no lot expires before another. */
function LotsSummary({ lots }: { lots: Balance['lots'] }) {
  const { t } = useLingui()
  const { number, date } = useFormat()
  const ending = lots.flatMap(({ source, remaining, expires_at }) =>
    expires_at === null ? [] : [{ source, amount: number(remaining), until: date(expires_at) }],
  )
  const lasting = lots.reduce((sum, { remaining, expires_at }) => (expires_at === null ? sum + remaining : sum), 0)
  if (ending.length === 0 || (ending.length === 1 && lasting === 0)) return null

  const phrase = ({ source, amount, until }: (typeof ending)[number]): string => {
    const phrases: Record<LotSource, string> = {
      welcome: t`${amount} welcome tokens, until ${until}`,
      pack: t`${amount} from a pack, until ${until}`,
      plan: t`${amount} from your plan, until ${until}`,
      referral: t`${amount} for an invitation, until ${until}`,
      grant: t`${amount} from the administrator, until ${until}`,
      code: t`${amount} from a code, until ${until}`,
    }
    return phrases[source]
  }
  const phrases = ending.slice(0, mostPhrases).map(phrase)
  if (ending.length > mostPhrases) phrases.push(t`the rest as listed below`)
  if (lasting > 0) phrases.push(t`${number(lasting)} that never expire`)
  const sentence = phrases.reduce((before, next) => t`${before}, then ${next}`)
  return <p className="text-lg">{sentence}.</p>
}

function LotLabel({ source, remaining }: { source: LotSource; remaining: number }) {
  switch (source) {
    case 'welcome':
      return <Plural value={remaining} one="# welcome token" other="# welcome tokens" />
    case 'pack':
      return <Plural value={remaining} one="# token from a pack" other="# tokens from a pack" />
    case 'plan':
      return <Plural value={remaining} one="# token from your plan" other="# tokens from your plan" />
    case 'referral':
      return <Plural value={remaining} one="# token for an invitation" other="# tokens for an invitation" />
    case 'grant':
      return <Plural value={remaining} one="# token from the administrator" other="# tokens from the administrator" />
    case 'code':
      return <Plural value={remaining} one="# token from a code" other="# tokens from a code" />
  }
}
