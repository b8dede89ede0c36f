import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeyBudget, KeyBudgetChange } from '#app/contract/account/api-keys.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { TextField } from '#app/shell/form/fields.tsx'
import { limitOf, limitSchema, writtenLimit } from '#app/shell/form/token-limit.ts'
import { type Kind, kinds, useKindNames } from '#app/shell/media/kinds.tsx'
import { Checkbox } from '#app/ui/controls/field.tsx'
import * as config from '#config'

/** The fields have the names that the API gives to their errors. */
export const budgetEntries = {
  'budget.tokens_per_run': limitSchema,
  'budget.tokens_per_day': limitSchema,
  'budget.tokens_per_month': limitSchema,
  'budget.calls_per_minute': limitSchema,
}
type BudgetValues = { [Name in keyof typeof budgetEntries]: string }

export const budgetValues = (budget?: KeyBudget): BudgetValues => ({
  'budget.tokens_per_run': writtenLimit(budget?.tokens_per_run),
  'budget.tokens_per_day': writtenLimit(budget?.tokens_per_day),
  'budget.tokens_per_month': writtenLimit(budget?.tokens_per_month),
  'budget.calls_per_minute': writtenLimit(budget?.calls_per_minute),
})

/** The kinds and models that a key may run; a set that has all of them is no limit. */
export function useAllowed(budget?: KeyBudget) {
  const [allowedKinds, setAllowedKinds] = useState<ReadonlySet<Kind>>(new Set(budget?.kinds ?? kinds))
  const [asks, setAsks] = useState(budget?.ask ?? true)
  const [models, setModels] = useState<ReadonlySet<string> | null>(budget?.models ? new Set(budget.models) : null)
  return {
    kinds: allowedKinds,
    models,
    asks,
    setAsks,
    setKinds: setAllowedKinds,
    setModels,
    isComplete: allowedKinds.size > 0 && models?.size !== 0,
    read: (values: BudgetValues): KeyBudgetChange => ({
      tokens_per_run: limitOf(values['budget.tokens_per_run']),
      tokens_per_day: limitOf(values['budget.tokens_per_day']),
      tokens_per_month: limitOf(values['budget.tokens_per_month']),
      calls_per_minute: limitOf(values['budget.calls_per_minute']),
      kinds: allowedKinds.size === kinds.length ? null : kinds.filter((kind) => allowedKinds.has(kind)),
      models: models && [...models],
      ask: asks,
    }),
  }
}
export type Allowed = ReturnType<typeof useAllowed>

function toggled<Item>(set: ReadonlySet<Item>, item: Item, on: boolean): ReadonlySet<Item> {
  const next = new Set(set)
  if (on) next.add(item)
  else next.delete(item)
  return next
}

/** The limits of a key, inside a form with `budgetEntries`. */
export function BudgetFields({ allowed }: { allowed: Allowed }) {
  const { t } = useLingui()
  const names = useKindNames()
  return (
    <div className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <LimitField name="budget.tokens_per_run" label={t`Tokens per result`} />
        <LimitField name="budget.tokens_per_day" label={t`Tokens per day`} />
        <LimitField name="budget.tokens_per_month" label={t`Tokens per month`} />
        <LimitField name="budget.calls_per_minute" label={t`Calls per minute`} placeholder={String(config.apiKeys.limit.calls)} />
      </div>
      <p className="-mt-2 text-sm text-ink-soft">
        <Trans>Days and months are counted in UTC. Your own limits and your balance apply, too.</Trans>
      </p>
      <Checkbox
        name="ask"
        label={t`Ask me when something would cost more`}
        checked={allowed.asks}
        onChange={({ currentTarget }) => allowed.setAsks(currentTarget.checked)}
      />
      <fieldset>
        <legend className="mb-1 font-medium">
          <Trans>May create</Trans>
        </legend>
        <div className="grid grid-cols-2">
          {kinds.map((kind) => (
            <Checkbox
              key={kind}
              name={`kind-${kind}`}
              label={names[kind]}
              checked={allowed.kinds.has(kind)}
              onChange={({ currentTarget }) => allowed.setKinds(toggled(allowed.kinds, kind, currentTarget.checked))}
            />
          ))}
        </div>
      </fieldset>
      <ModelFields allowed={allowed} />
    </div>
  )
}

function LimitField({ name, label, placeholder }: { name: keyof BudgetValues; label: string; placeholder?: string }) {
  const { t } = useLingui()
  return (
    <TextField name={name} label={label} inputMode="numeric" autoComplete="off" maxLength={9} placeholder={placeholder ?? t`No limit`} />
  )
}

function ModelFields({ allowed: { kinds: ofKinds, models, setModels } }: { allowed: Allowed }) {
  const { t } = useLingui()
  const { data } = useQuery({ ...modelsQuery(), enabled: models !== null })
  return (
    <div className="grid gap-1">
      <Checkbox
        name="some-models"
        label={t`Only certain models`}
        checked={models !== null}
        onChange={({ currentTarget }) => setModels(currentTarget.checked ? new Set() : null)}
      />
      {models !== null && (
        <fieldset className="max-h-64 overflow-y-auto rounded-control border border-line px-4">
          <legend className="sr-only">
            <Trans>Models</Trans>
          </legend>
          {data
            ?.filter(({ id, type }) => ofKinds.has(type) || models.has(id))
            .map(({ id, name, provider }) => (
              <Checkbox
                key={id}
                name={`model-${id}`}
                label={`${name} · ${provider}`}
                checked={models.has(id)}
                onChange={({ currentTarget }) => setModels(toggled(models, id, currentTarget.checked))}
              />
            ))}
        </fieldset>
      )}
    </div>
  )
}
