import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as v from 'valibot'
import { type ApiKey, changeApiKeySchema } from '#app/contract/account/api-keys.ts'
import { Form, Submit, useApiForm } from '#app/shell/form/api-form.tsx'
import { TextField } from '#app/shell/form/fields.tsx'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Select } from '#app/ui/controls/select.tsx'
import { changeApiKey } from './api-keys.functions.ts'
import { BudgetFields, budgetEntries, budgetValues, useAllowed } from './key-budget-fields.tsx'
import { lifetimes, useLifetimeNames } from './key-lifetimes.ts'

const schema = v.object({ name: v.nonOptional(changeApiKeySchema.entries.name), ...budgetEntries })

/** Changes the name, the expiration and the limits of a key. */
export function ChangeKey({ apiKey, onSaved }: { apiKey: ApiKey; onSaved: () => void }) {
  const { t } = useLingui()
  const format = useFormat()
  const names = useLifetimeNames()
  const allowed = useAllowed(apiKey.budget)
  const [lifetime, setLifetime] = useState<(typeof lifetimes)[number] | 'unchanged'>('unchanged')
  const end = apiKey.expires_at
  const unchanged = end === null ? t`No expiration` : t`${format.date(end)}, as now`
  const offered = lifetimes.filter((value) => value !== 'never' || (end !== null && !apiKey.scopes.includes('operator')))
  const form = useApiForm({
    schema,
    initial: { name: apiKey.name, ...budgetValues(apiKey.budget) },
    send: ({ name, ...values }) =>
      changeApiKey({
        data: {
          id: apiKey.id,
          name,
          budget: allowed.read(values),
          ...(lifetime !== 'unchanged' && { expires_in_days: lifetime === 'never' ? null : Number(lifetime) }),
        },
      }),
    onSuccess: onSaved,
  })
  return (
    <Form form={form} className="grid gap-5">
      <TextField name="name" label={t`What’s the key for?`} maxLength={60} autoComplete="off" />
      <Select
        label={t`Expiration`}
        value={lifetime}
        onValueChange={setLifetime}
        items={[{ value: 'unchanged' as const, label: unchanged }, ...offered.map((value) => ({ value, label: names[value] }))]}
      />
      <BudgetFields allowed={allowed} />
      <Submit disabled={!allowed.isComplete}>
        <Trans>Save</Trans>
      </Submit>
    </Form>
  )
}
