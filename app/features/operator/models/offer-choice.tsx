import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ServerOffer } from '#app/contract/operator/connections.ts'
import { TextField } from '#app/ui/controls/field.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { readDecimal } from '../base/read-number.ts'

type Way = 'none' | 'free' | 'tokens' | 'staff'

/** The choice of what a server costs people. `offer` is undefined until it is chosen; nothing is chosen beforehand, because a default would give it away. */
export function useOfferChoice(saved: ServerOffer | null) {
  const { t } = useLingui()
  const savedTokens = saved?.audience === 'everyone' ? saved.tokens_per_run : null
  const [way, setWay] = useState<Way>(saved === null ? 'none' : savedTokens === null ? 'staff' : savedTokens === 0 ? 'free' : 'tokens')
  const [tokens, setTokens] = useState(savedTokens ? `${savedTokens}` : '')
  const amount = readDecimal(tokens)
  const offers: Record<Way, ServerOffer | undefined> = {
    none: undefined,
    free: { audience: 'everyone', tokens_per_run: 0 },
    tokens: amount === undefined ? undefined : { audience: 'everyone', tokens_per_run: amount },
    staff: { audience: 'staff' },
  }
  const hints: Record<Way, string> = {
    none: t`Choose before you save the server.`,
    free: t`Everyone can use its models free of charge.`,
    tokens: t`Prices of single models can be changed later.`,
    staff: t`People with a role, and groups that list its models.`,
  }
  const choice = (
    <div className="grid gap-3">
      <Segmented
        label={t`What it costs people`}
        value={way}
        onValueChange={setWay}
        items={[
          { value: 'free', label: t({ message: 'Free', context: 'a server' }) },
          { value: 'tokens', label: t({ message: 'Tokens', context: 'a server' }) },
          { value: 'staff', label: t`Team only` },
        ]}
      />
      <p className="text-sm text-ink-soft">{hints[way]}</p>
      {way === 'tokens' && (
        <TextField
          label={<Trans>Tokens per result</Trans>}
          inputMode="decimal"
          autoComplete="off"
          value={tokens}
          onChange={(event) => setTokens(event.target.value)}
          error={tokens !== '' && amount === undefined ? t`Enter a number, for example 0.5.` : undefined}
        />
      )}
    </div>
  )
  return { choice, offer: offers[way], isChosen: way !== 'none' }
}
