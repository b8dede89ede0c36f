import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Generation } from '#app/contract/runs/generations.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { useFailureToast } from '#app/runs/use-failure-toast.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { goOn } from '#app/shell/data/tools.functions.ts'
import { goOnQuery, toolsKey } from '#app/shell/data/tools.queries.ts'

/** Tokens by which “Allow 10 more here” raises the allowance. */
const raise = 10

/** Why an answer has halted between two steps, with buttons to go on at a price. */
export function Halted({ turn, onStarted }: { turn: Generation; onStarted: (started: Generation) => void }) {
  const { t } = useLingui()
  const { exactTokens, number } = useFormat()
  const queryClient = useQueryClient()
  const showFailure = useFailureToast()
  const { data: quote } = useQuery(goOnQuery(turn.id))
  const [busy, setBusy] = useState(false)
  const price = quote && exactTokens(quote.price_milli)
  const more = number(raise)
  async function press(raised: number) {
    if (!quote || busy) return
    setBusy(true)
    const result = await settle(goOn({ data: { id: turn.id, max_price: quote.price, raise: raised } }))
    setBusy(false)
    await queryClient.invalidateQueries({ queryKey: toolsKey })
    if (result.ok) onStarted(result.data)
    else showFailure(result.error)
  }
  const reason = {
    budget: price ? t`The answer needs up to ${price} more.` : t`The answer needs more tokens.`,
    limit: t`The answer has taken many steps.`,
    loop: t`The answer repeats itself.`,
    stopped: t`You stopped the answer.`,
    failed: t`The next step couldn’t start.`,
  }[turn.halted ?? 'failed']
  return (
    <div role="group" aria-label={reason} className="mt-3 grid gap-2">
      <p>{reason}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={busy} aria-disabled={!quote || undefined} onClick={() => void press(0)}>
          {price ? <Trans>Go on · {price}</Trans> : <Trans>Go on</Trans>}
        </Button>
        {turn.halted === 'budget' && (
          <Button size="sm" variant="secondary" aria-disabled={!quote || busy || undefined} onClick={() => void press(raise)}>
            <Trans>Allow {more} more here</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}
