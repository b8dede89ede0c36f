import { Trans, useLingui } from '@lingui/react/macro'
import type { KeyBudgetChange } from '#app/contract/account/api-keys.ts'
import { TextField } from '#app/shell/form/fields.tsx'
import { limitOf, limitSchema } from '#app/shell/form/token-limit.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Segmented } from '#app/ui/controls/segmented.tsx'

const presets = {
  small: { tokens_per_run: 20, tokens_per_day: 50, tokens_per_month: 500 },
  usual: { tokens_per_run: 50, tokens_per_day: 200, tokens_per_month: 2_000 },
  none: { tokens_per_run: null, tokens_per_day: null, tokens_per_month: null },
} as const

export type BudgetChoice = keyof typeof presets | 'own'

/** The fields of a budget of one's own, with the names that the API gives to their errors. */
export const ownBudgetEntries = {
  'budget.tokens_per_run': limitSchema,
  'budget.tokens_per_day': limitSchema,
  'budget.tokens_per_month': limitSchema,
}
export const ownBudgetValues = {
  'budget.tokens_per_run': String(presets.usual.tokens_per_run),
  'budget.tokens_per_day': String(presets.usual.tokens_per_day),
  'budget.tokens_per_month': String(presets.usual.tokens_per_month),
}

export const budgetOf = (choice: BudgetChoice, typed: typeof ownBudgetValues): KeyBudgetChange =>
  choice === 'own'
    ? {
        tokens_per_run: limitOf(typed['budget.tokens_per_run']),
        tokens_per_day: limitOf(typed['budget.tokens_per_day']),
        tokens_per_month: limitOf(typed['budget.tokens_per_month']),
      }
    : presets[choice]

type BudgetsProps = { choice: BudgetChoice; onChoose: (choice: BudgetChoice) => void }

/** How much a program may spend: three choices, or limits of one's own. */
export function Budgets({ choice, onChoose }: BudgetsProps) {
  const { t } = useLingui()
  return (
    <div className="grid gap-3">
      <Segmented
        label={t`Budget`}
        size="sm"
        value={choice}
        onValueChange={onChoose}
        items={[
          { value: 'small', label: t`Small` },
          { value: 'usual', label: t`Medium` },
          { value: 'none', label: t`No limit` },
          { value: 'own', label: t`Custom` },
        ]}
      />
      {choice === 'own' ? <OwnBudget /> : <Explained choice={choice} />}
    </div>
  )
}

function Explained({ choice }: { choice: keyof typeof presets }) {
  const format = useFormat()
  const { tokens_per_run: run, tokens_per_day: day, tokens_per_month: month } = presets[choice]
  return (
    <p className="text-sm text-ink-soft">
      {run === null ? (
        <Trans>It can spend all your tokens.</Trans>
      ) : (
        <Trans>
          Up to {format.number(run)} tokens at once, {format.number(day)} a day and {format.number(month)} a month.
        </Trans>
      )}
    </p>
  )
}

function OwnBudget() {
  const { t } = useLingui()
  const field = (name: keyof typeof ownBudgetEntries, label: string) => (
    <TextField name={name} label={label} inputMode="numeric" autoComplete="off" maxLength={9} placeholder={t`No limit`} />
  )
  return (
    <div className="grid gap-3">
      {field('budget.tokens_per_run', t`Tokens per result`)}
      <div className="grid grid-cols-2 gap-3">
        {field('budget.tokens_per_day', t`Tokens per day`)}
        {field('budget.tokens_per_month', t`Tokens per month`)}
      </div>
    </div>
  )
}
