import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { createApiKeySchema, type MemberKeyScope, memberKeyScopes, type NewApiKey as Created } from '#app/contract/account/api-keys.ts'
import { useUser } from '#app/shell/data/session.queries.ts'
import { readSiteUrl } from '#app/shell/document/site.ts'
import { Form, Submit, useApiForm } from '#app/shell/form/api-form.tsx'
import { TextField } from '#app/shell/form/fields.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { CodeSamples } from '#app/ui/text/code-samples.tsx'
import { Checkbox, TextField as ReadOnlyField } from '#app/ui/controls/field.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { CopyButton } from '#app/ui/controls/copy-button.tsx'
import { BudgetFields, budgetEntries, budgetValues, useAllowed } from './key-budget-fields.tsx'
import { type Lifetime, lifetimes, useLifetimeNames } from './key-lifetimes.ts'
import type { KeyDraft } from './key-proof.tsx'
import { apiKeysQuery } from './settings.queries.ts'
import { useScopeNames } from '#app/shell/i18n/use-scope-names.ts'
import * as config from '#config'

const schema = v.object({ ...v.pick(createApiKeySchema, ['name']).entries, ...budgetEntries })

const KeyProof = lazyPart(async () => (await import('./key-proof.tsx')).KeyProof)

/** Asks for the key's name and permissions and for a proof of identity, then shows the key once. */
export function NewApiKey({ onDone }: { onDone: () => void }) {
  const user = useUser()
  const queryClient = useQueryClient()
  const [created, setCreated] = useState<Created>()
  const [draft, setDraft] = useState<KeyDraft>()
  function show(key: Created) {
    setCreated(key)
    void queryClient.invalidateQueries(apiKeysQuery)
  }
  if (created) return <TheKey created={created} onDone={onDone} />
  if (user && draft) return <KeyProof user={user} draft={draft} onCreated={show} />
  return <KeyForm hasRole={user !== null && user.role !== 'member'} onDraft={setDraft} />
}

type KeyFormProps = { hasRole: boolean; onDraft: (draft: KeyDraft) => void }

function KeyForm({ hasRole, onDraft }: KeyFormProps) {
  const { t } = useLingui()
  const names = useScopeNames()
  const [scopes, setScopes] = useState<ReadonlySet<MemberKeyScope>>(new Set(['read', 'generate']))
  const [forOperator, setForOperator] = useState(false)
  const [lifetime, setLifetime] = useState<Lifetime>('90')
  const offered = lifetimes.filter((value) => !forOperator || value !== 'never')
  const lifetimeNames = useLifetimeNames()
  const allowed = useAllowed()
  const form = useApiForm({
    schema,
    initial: { name: '', ...budgetValues() },
    // The draft is sent with the proof.
    send: async ({ name, ...values }) => {
      const days = lifetime === 'never' ? null : Number(lifetime)
      return { ok: true as const, data: { name, scopes: [...scopes], days, forOperator, budget: allowed.read(values) } }
    },
    onSuccess: onDraft,
  })

  function toggle(scope: MemberKeyScope, on: boolean) {
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
        {memberKeyScopes.map((scope) => (
          <Checkbox
            key={scope}
            name={`scope-${scope}`}
            label={names[scope].long}
            checked={scopes.has(scope)}
            onChange={(event) => toggle(scope, event.currentTarget.checked)}
          />
        ))}
        {hasRole && (
          <Checkbox
            name="scope-operator"
            label={names.operator.long}
            checked={forOperator}
            onChange={(event) => {
              setForOperator(event.currentTarget.checked)
              if (lifetime === 'never') setLifetime('90')
            }}
          />
        )}
        <p className="mt-1 text-sm text-ink-soft">
          <Trans>A key never has access to your password, email, sessions or payments.</Trans>
        </p>
      </fieldset>
      <Select
        label={t`Expiration`}
        value={lifetime}
        onValueChange={setLifetime}
        items={offered.map((value) => ({ value, label: lifetimeNames[value] }))}
      />
      <details>
        <summary className="link w-fit cursor-pointer py-2.5">
          <Trans>Set limits</Trans>
        </summary>
        <div className="pt-3">
          <BudgetFields allowed={allowed} />
        </div>
      </details>
      <Submit disabled={(scopes.size === 0 && !forOperator) || !allowed.isComplete}>
        <Trans>Continue</Trans>
      </Submit>
    </Form>
  )
}

function TheKey({ created: { key }, onDone }: { created: Created; onDone: () => void }) {
  const { t } = useLingui()
  const site = readSiteUrl()
  const [base, openai] = [`${site}${config.api.basePath}`, `${site}/openai/v1`]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
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
      <CopyButton text={key} />
      <section className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3">
        <h3 className="font-medium">
          <Trans>Your first request</Trans>
        </h3>
        <CodeSamples
          call={{ method: 'POST', url: `${base}/v1/generations`, key, body: { model: 'sketch-image', prompt: 'a lake at sunset' } }}
        />
        <p className="text-sm text-ink-soft">
          <Trans>
            Base URL: <code className="font-mono break-all">{base}</code>, or <code className="font-mono break-all">{openai}</code> for apps
            made for the OpenAI API.{' '}
            <Link to="/developers" className="link">
              All calls
            </Link>
          </Trans>
        </p>
      </section>
      <Button onClick={onDone}>
        <Trans>Done</Trans>
      </Button>
    </div>
  )
}
