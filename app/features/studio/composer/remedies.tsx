import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useFormat } from '#app/shell/i18n/format.ts'
import { useOptionText } from '#app/runs/option-text.ts'
import { Button, ButtonLink } from '#app/ui/controls/button.tsx'
import { nearestModel } from '#app/runs/models/nearest-model.ts'
import type { Composer } from './use-composer.ts'

/** Shows the missing amount and two remedies: a smaller run, or more tokens. */
export function OutOfTokens({ composer: { cost, setOption }, short }: { composer: Composer; short: number }) {
  const { saving } = cost
  const { tokens } = useFormat()
  const optionText = useOptionText()
  return (
    <div role="status" className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-card bg-wash py-2 pr-2 pl-4">
      <span>
        <Trans>You need {tokens(short)} more.</Trans>
      </span>
      <span className="flex flex-wrap gap-2">
        {saving && (
          <Button variant="secondary" size="sm" onClick={() => setOption(saving.name, saving.value)}>
            {saving.schema.title}: {optionText(saving.schema, saving.value)}
          </Button>
        )}
        <ButtonLink to="/profile/token-packs" variant="secondary" size="sm">
          <Trans>Get tokens</Trans>
        </ButtonLink>
      </span>
    </div>
  )
}

/** Shows the reason why the chosen model is unavailable, and the most similar available one. */
export function NotAvailable({ composer: { model, models, setModel } }: { composer: Composer }) {
  const { t } = useLingui()
  const nearest = useMemo(() => (model ? nearestModel(models, model) : undefined), [models, model])
  return (
    <div role="status" className="grid gap-2 rounded-card bg-wash px-4 py-2.5 text-sm">
      <p>{model?.unavailable_reason ?? t`This model isn’t available right now.`}</p>
      {nearest && (
        <Button variant="secondary" size="sm" onClick={() => setModel(nearest.id)} className="justify-self-start">
          <Trans>Use {nearest.name}</Trans>
        </Button>
      )}
    </div>
  )
}
