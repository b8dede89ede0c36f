import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { OperatorModel } from '#app/contract/operator/connections.ts'
import type { PriceRule } from '#app/contract/runs/models.ts'
import { usePricePhrase } from '#app/shell/money/use-price-phrase.ts'
import { TextField } from '#app/ui/controls/field.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { ActDialog } from '../base/act-dialog.tsx'
import { changeModel } from './connections.functions.ts'
import { readDecimal } from '../base/read-number.ts'
import { useCostPhrase } from '../runs/use-cost-phrase.ts'

type Way = 'usual' | 'run' | 'unit'

/** Sets the price of a model: the usual one, one per run, or one per unit in which the model is counted. */
export function ModelPriceDialog({ model, tokenValue, onClose }: { model: OperatorModel; tokenValue: number | null; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const pricePhrase = usePricePhrase()
  const costPhrase = useCostPhrase()
  const unit = unitOf(model)
  const { name } = model
  const usual = pricePhrase(model.usual_price)
  const cost = model.cost && costPhrase(model.cost)
  const current = model.price
  const [way, setWay] = useState<Way>(model.own_price ? (current.per ? 'unit' : 'run') : 'usual')
  const [first, setFirst] = useState(
    `${current.per ? (current.per.measure === 'model_tokens' ? current.per.input : current.per.tokens) : current.base}`,
  )
  const [second, setSecond] = useState(current.per?.measure === 'model_tokens' ? `${current.per.output}` : '')
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const [amount, other] = [readDecimal(first), readDecimal(second)]
  const price = priceFor({ way, unit, amount, other })
  const labels = useUnitLabels()
  const invalid = t`Enter a number, for example 0.5.`
  const thousand = new Intl.NumberFormat(i18n.locale, { style: 'currency', currency: 'USD' }).format((tokenValue ?? 0) * 1_000)
  return (
    <ActDialog
      title={<Trans>Price of {name}</Trans>}
      description={
        <>
          {model.definition === 'service' ? (
            <Trans>Usual price: {usual}.</Trans>
          ) : (
            <Trans>
              Its definition sets {usual}. A price entered here wins over it until you choose “Usual” again, also after you publish a new
              definition.
            </Trans>
          )}{' '}
          {cost && (
            <Trans>
              The service charges {cost}; 1,000 tokens bring in at least {thousand}.
            </Trans>
          )}
        </>
      }
      action={<Trans>Save price</Trans>}
      done={t`Price saved`}
      ready={price !== undefined}
      reasonOptional
      onFailure={setFailure}
      onClose={onClose}
      onAct={(reason) => changeModel({ data: { model: model.id, price: price ?? null, reason } })}
    >
      <Segmented
        label={t`Price`}
        value={way}
        onValueChange={setWay}
        items={[
          { value: 'usual', label: t({ message: 'Usual', context: 'price of a model' }) },
          { value: 'run', label: t`Per run` },
          ...(unit ? [{ value: 'unit' as const, label: labels[unit.measure](unit.every) }] : []),
        ]}
      />
      {way !== 'usual' && (
        <TextField
          label={way === 'unit' && unit?.measure === 'model_tokens' ? <Trans>Tokens for reading</Trans> : <Trans>Tokens</Trans>}
          inputMode="decimal"
          autoComplete="off"
          value={first}
          onChange={(event) => setFirst(event.target.value)}
          error={failure?.fields?.price?.detail ?? (first !== '' && amount === undefined ? invalid : undefined)}
        />
      )}
      {way === 'unit' && unit?.measure === 'model_tokens' && (
        <TextField
          label={<Trans>Tokens for writing</Trans>}
          inputMode="decimal"
          autoComplete="off"
          value={second}
          onChange={(event) => setSecond(event.target.value)}
          error={second !== '' && other === undefined ? invalid : undefined}
        />
      )}
    </ActDialog>
  )
}

type Unit = { measure: NonNullable<PriceRule['per']>['measure']; every: number }

/** The unit in which a run of the model is counted: that of its usual price, or model tokens for texts. */
function unitOf({ usual_price: { per }, type }: OperatorModel): Unit | null {
  if (per) return { measure: per.measure, every: per.every }
  return type === 'text' ? { measure: 'model_tokens', every: 1_000 } : null
}

type Entered = { way: Way; unit: Unit | null; amount: number | undefined; other: number | undefined }

/** Returns the price entered: null for the usual one, undefined while it is incomplete. */
function priceFor({ way, unit, amount, other }: Entered): PriceRule | null | undefined {
  if (way === 'usual') return null
  if (amount === undefined) return undefined
  if (way === 'run' || !unit) return { base: amount, per: null }
  const { measure, every } = unit
  if (measure !== 'model_tokens') return { base: 0, per: { measure, every, tokens: amount } }
  return other === undefined ? undefined : { base: 0, per: { measure, every, input: amount, output: other } }
}

function useUnitLabels(): Record<Unit['measure'], (every: number) => string> {
  const { t } = useLingui()
  return {
    model_tokens: (every) => t`Per ${plural(every, { one: 'word piece', other: '# word pieces' })}`,
    input_duration: (every) => t`Per ${plural(every, { one: 'second of the source file', other: '# seconds of the source file' })}`,
    duration: (every) => t`Per ${plural(every, { one: 'second', other: '# seconds' })}`,
    prompt_characters: (every) => t`Per ${plural(every, { one: 'character', other: '# characters' })}`,
    count: (every) => t`Per ${plural(every, { one: 'result', other: '# results' })}`,
  }
}
