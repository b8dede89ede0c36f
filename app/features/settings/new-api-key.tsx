import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { type ApiKeyScope, apiKeyScopes, createApiKeySchema, type NewApiKey as Created } from '#app/contract/api-keys.ts'
import { Form, Submit, useApiForm } from '#app/shell/form/api-form.tsx'
import { TextField } from '#app/shell/form/fields.tsx'
import { Button } from '#app/ui/button.tsx'
import { Checkbox, TextField as ReadOnlyField } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { createApiKey } from './api-keys.functions.ts'
import { CopyButton } from './copy-button.tsx'
import { apiKeysQuery } from './settings.queries.ts'
import { useScopeNames } from './use-scope-names.ts'

const schema = v.pick(createApiKeySchema, ['name'])
const lifetimes = ['30', '90', '365', 'never'] as const

/** Asks for the key's name and permissions, then shows the key once. */
export function NewApiKey({ onDone }: { onDone: () => void }) {
  const [created, setCreated] = useState<Created>()
  return created ? <TheKey created={created} onDone={onDone} /> : <KeyForm onCreated={setCreated} />
}

function KeyForm({ onCreated }: { onCreated: (created: Created) => void }) {
  const { t } = useLingui()
  const names = useScopeNames()
  const queryClient = useQueryClient()
  const [scopes, setScopes] = useState<ReadonlySet<ApiKeyScope>>(new Set(['read', 'generate']))
  const [lifetime, setLifetime] = useState<(typeof lifetimes)[number]>('90')
  const lifetimeNames = { '30': t`30 days`, '90': t`90 days`, '365': t`1 year`, never: t`No expiration` }
  const form = useApiForm({
    schema,
    initial: { name: '' },
    send: ({ name }) =>
      createApiKey({ data: { name, scopes: [...scopes], expires_in_days: lifetime === 'never' ? null : Number(lifetime) } }),
    onSuccess(created) {
      onCreated(created)
      void queryClient.invalidateQueries(apiKeysQuery)
    },
  })

  function toggle(scope: ApiKeyScope, on: boolean) {
    const next = new Set(scopes)
    if (on) next.add(scope)
    else next.delete(scope)
    setScopes(next)
  }

  return (
    <Form form={form} className="grid gap-5">
      <TextField
        name="name"
        label={t`What’s the key for?`}
        hint={t`For example, the app that will use it.`}
        maxLength={60}
        autoComplete="off"
      />
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-medium">
          <Trans>Permissions</Trans>
        </legend>
        {apiKeyScopes.map((scope) => (
          <Checkbox
            key={scope}
            name={`scope-${scope}`}
            label={names[scope].long}
            checked={scopes.has(scope)}
            onChange={(event) => toggle(scope, event.currentTarget.checked)}
          />
        ))}
        <p className="mt-1 text-sm text-ink-soft">
          <Trans>A key never has access to your password, email, sessions or payments.</Trans>
        </p>
      </fieldset>
      <Select
        label={t`Expiration`}
        value={lifetime}
        onValueChange={setLifetime}
        items={lifetimes.map((value) => ({ value, label: lifetimeNames[value] }))}
      />
      <Submit disabled={scopes.size === 0}>
        <Trans>Create key</Trans>
      </Submit>
    </Form>
  )
}

function TheKey({ created: { key }, onDone }: { created: Created; onDone: () => void }) {
  const { t } = useLingui()
  return (
    <div className="grid gap-5">
      <p role="status">
        <Trans>Copy the key now and store it like a password. We won’t be able to show it again.</Trans>
      </p>
      <ReadOnlyField
        label={t`API key`}
        value={key}
        readOnly
        spellCheck={false}
        autoComplete="off"
        onFocus={(event) => event.currentTarget.select()}
        className="font-mono text-sm"
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <CopyButton text={key} />
        <Button onClick={onDone}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </div>
  )
}
