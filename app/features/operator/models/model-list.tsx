import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OperatorModel, OperatorModels } from '#app/contract/operator/connections.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { KindIcon } from '#app/shell/media/kinds.tsx'
import { usePricePhrase } from '#app/shell/money/use-price-phrase.ts'
import { Button, ButtonLink } from '#app/ui/controls/button.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { Switch } from '#app/ui/controls/switch.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { changeModel } from './connections.functions.ts'
import { ModelPriceDialog } from './model-price-dialog.tsx'
import { operatorKey } from '../base/operator.queries.ts'
import { Part } from '../people/person-part.tsx'
import { useCostPhrase } from '../runs/use-cost-phrase.ts'

/** The models of one connection, or of all, with their prices. */
export function ModelList({ items, unlisted, token_value: tokenValue }: OperatorModels) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState('all')
  const [pricing, setPricing] = useState<OperatorModel | null>(null)
  const services = new Map(items.map(({ service, built_in: builtIn }) => [service.id, builtIn ? t`Built in` : service.name]))
  const isOneChosen = services.has(chosen)
  const shown = items.filter(({ service }) => !isOneChosen || service.id === chosen)
  const below = items.filter((model) => model.below_cost).length
  return (
    <Part id="models" title={<Trans>Models</Trans>}>
      {services.size > 1 && (
        <Select
          label={t`Service`}
          hideLabel
          className="sm:w-56"
          value={isOneChosen ? chosen : 'all'}
          onValueChange={setChosen}
          items={[{ value: 'all', label: t`All services` }, ...[...services].map(([value, label]) => ({ value, label }))]}
        />
      )}
      {below > 0 && (
        <p className="text-danger">
          <Trans>Models sold below cost: {below}. Raise their prices or turn them off.</Trans>
        </p>
      )}
      <ButtonLink to="/operator/model" search={{}} variant="secondary" className="justify-self-start">
        <Trans>Add a model</Trans>
      </ButtonLink>
      {unlisted.length > 0 && (
        <ul>
          {unlisted.map(({ id, name, removed }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line/60 py-3">
              <p className="min-w-0 wrap-anywhere">
                <span className="font-medium">{name}</span>{' '}
                <span className="text-sm text-ink-soft">
                  {id} · {removed ? <Trans>Removed</Trans> : <Trans>Draft</Trans>}
                </span>
              </p>
              <ButtonLink to="/operator/model" search={{ id }} variant="secondary" size="sm" aria-label={t`Edit ${name}`}>
                <Trans>Edit</Trans>
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      <ul>
        {shown.map((model) => (
          <ModelRow key={model.id} model={model} onPrice={() => setPricing(model)} />
        ))}
      </ul>
      {pricing && <ModelPriceDialog model={pricing} tokenValue={tokenValue} onClose={() => setPricing(null)} />}
    </Part>
  )
}

function ModelRow({ model, onPrice }: { model: OperatorModel; onPrice: () => void }) {
  const { t } = useLingui()
  const toast = useToast()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const pricePhrase = usePricePhrase()
  const costPhrase = useCostPhrase()
  const { id, name, type, enabled, price } = model
  const cost = model.cost && costPhrase(model.cost)

  async function turn(next: boolean) {
    const result = await settle(changeModel({ data: { model: id, enabled: next } }))
    if (result.ok) await queryClient.invalidateQueries({ queryKey: operatorKey })
    else toast({ title: failureMessage(result.error), tone: 'danger' })
  }

  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] items-start gap-x-3.5 border-b border-line/60 py-3 last:border-0">
      <span className="mt-3">
        <KindIcon kind={type} />
      </span>
      <div className="grid min-w-0 gap-x-6 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
        <div className="min-w-0">
          <Switch
            label={
              <span className="wrap-anywhere">
                <span className="font-medium">{name}</span> <span className="text-sm text-ink-soft">{id}</span>
              </span>
            }
            checked={enabled}
            onCheckedChange={(next) => void turn(next)}
          />
          <p className="text-sm wrap-anywhere">
            {pricePhrase(price)}
            <span className="text-ink-soft">
              {model.own_price && (
                <>
                  {' · '}
                  <Trans>own price</Trans>
                </>
              )}
              {model.definition === 'browser' && (
                <>
                  {' · '}
                  <Trans>defined here</Trans>
                </>
              )}
              {model.definition === 'file' && (
                <>
                  {' · '}
                  <code>MODELS_FILE</code>
                </>
              )}
              {model.has_draft && (
                <>
                  {' · '}
                  <Trans>Draft</Trans>
                </>
              )}
              {cost && (
                <>
                  {' · '}
                  <Trans>cost: {cost}</Trans>
                </>
              )}
            </span>
          </p>
          {model.below_cost && (
            <p className="text-sm text-danger">
              <Trans>Sold below cost at the lowest price of a token.</Trans>
            </p>
          )}
          {enabled && model.unavailable_reason && <p className="text-sm text-ink-soft">{model.unavailable_reason}</p>}
        </div>
        <div className="flex flex-wrap gap-2 max-sm:mt-2">
          <Button variant="secondary" size="sm" aria-label={t`Set price: ${name}`} onClick={onPrice}>
            <Trans>Set price</Trans>
          </Button>
          <ButtonLink to="/operator/model" search={{ id }} variant="secondary" size="sm" aria-label={t`Edit ${name}`}>
            <Trans>Edit</Trans>
          </ButtonLink>
        </div>
      </div>
    </li>
  )
}
