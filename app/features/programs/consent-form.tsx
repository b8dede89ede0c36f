import { Trans } from '@lingui/react/macro'
import { useHydrated } from '@tanstack/react-router'
import { BadgeCheck, Check, ShieldQuestion } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import * as v from 'valibot'
import type { KeyBudgetChange, MemberKeyScope } from '#app/contract/account/api-keys.ts'
import type { ConsentProof } from '#app/contract/account/programs.ts'
import type { ApiFailure, ApiResult } from '#app/contract/base/api-result.ts'
import type { Proof } from '#app/contract/base/security.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { Form, Submit, useApiForm } from '#app/shell/form/api-form.tsx'
import { FormProblem } from '#app/shell/form/form-problem.tsx'
import { ProofCode, ProofPassword } from '#app/shell/form/proof-form.tsx'
import { useScopeNames } from '#app/shell/i18n/use-scope-names.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { type BudgetChoice, budgetOf, Budgets, ownBudgetEntries, ownBudgetValues } from './budgets.tsx'

export type Answer = Proof & { allow: boolean; budget?: KeyBudgetChange }

type ConsentFormProps<Result> = {
  client: { name: string; host: string | null }
  /** The person who is asked. */
  email: string
  scopes: readonly MemberKeyScope[]
  proof: ConsentProof
  /** Where the request comes from, and where the person goes next. */
  children: ReactNode
  send: (answer: Answer) => Promise<ApiResult<Result>>
  onAnswered: (result: Result, allowed: boolean) => void
}

const schemaOf = (proof: ConsentProof) => {
  const neededFor = (kind: ConsentProof) =>
    v.pipe(
      v.string(),
      v.check((typed) => typed !== '' || proof !== kind, 'required'),
    )
  return v.object({ ...ownBudgetEntries, password: neededFor('password'), code: neededFor('code') })
}

/** Asks a person whether a program may act for them, what it may do, and how much it may spend. */
export function ConsentForm<Result>({ client, email, scopes, proof, children, send, onAnswered }: ConsentFormProps<Result>) {
  const names = useScopeNames()
  const [choice, setChoice] = useState<BudgetChoice>('usual')
  const form = useApiForm({
    schema: schemaOf(proof),
    initial: { ...ownBudgetValues, password: '', code: '' },
    send: ({ password, code, ...typed }) =>
      send({
        allow: true,
        budget: budgetOf(choice, typed),
        ...(proof === 'password' && { password }),
        ...(proof === 'code' && { code }),
      }),
    onSuccess: (result) => onAnswered(result, true),
  })
  function choose(next: BudgetChoice) {
    // Fields that are gone must not refuse the form.
    for (const [name, value] of Object.entries(ownBudgetValues)) form.store.change(name, value)
    setChoice(next)
  }
  return (
    <>
      <h1 className="text-3xl wrap-anywhere">
        <Trans>Connect {client.name}?</Trans>
      </h1>
      <div className="mt-4 grid gap-3 text-ink-soft">
        <Origin host={client.host} />
        <p>
          <Trans>
            It acts for <strong className="wrap-anywhere text-ink">{email}</strong>.
          </Trans>
        </p>
        {children}
      </div>
      <Form form={form} className="mt-6 grid gap-6">
        <div>
          <h2 className="font-medium">
            <Trans>This app can</Trans>
          </h2>
          <ul className="mt-1.5 grid gap-1.5">
            {scopes.map((scope) => (
              <li key={scope} className="flex gap-2.5">
                <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-ok" strokeWidth={1.75} />
                {names[scope].long}
              </li>
            ))}
          </ul>
        </div>
        {scopes.includes('generate') && <Budgets choice={choice} onChoose={choose} />}
        {proof === 'password' && <ProofPassword />}
        {proof === 'code' && <ProofCode />}
        <div className="grid gap-3">
          <Submit size="lg">
            <Trans>Allow</Trans>
          </Submit>
          <Refuse send={() => send({ allow: false })} onRefused={(result) => onAnswered(result, false)} />
        </div>
      </Form>
      <p className="mt-4 text-sm text-ink-soft">
        <Trans>You can change the budget or disconnect it at any time in the settings.</Trans>
      </p>
    </>
  )
}

function Origin({ host }: { host: string | null }) {
  return (
    <p className="flex gap-2.5">
      {host === null ? (
        <>
          <ShieldQuestion aria-hidden className="mt-0.5 size-5 shrink-0" strokeWidth={1.75} />
          <span>
            <Trans>Not verified: any app can use this name. Allow it only if you have just started this yourself.</Trans>
          </span>
        </>
      ) : (
        <>
          <BadgeCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-ok" strokeWidth={1.75} />
          <span className="wrap-anywhere">
            <Trans>
              Verified: it belongs to <strong className="text-ink">{host}</strong>
            </Trans>
          </span>
        </>
      )}
    </p>
  )
}

type RefuseProps<Result> = { send: () => Promise<ApiResult<Result>>; onRefused: (result: Result) => void }

function Refuse<Result>({ send, onRefused }: RefuseProps<Result>) {
  const hydrated = useHydrated()
  const failureMessage = useFailureMessage()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  async function refuse() {
    setBusy(true)
    setFailure(null)
    const result = await settle(send())
    setBusy(false)
    if (result.ok) onRefused(result.data)
    else setFailure(result.error)
  }
  return (
    <>
      <Button size="lg" variant="secondary" disabled={!hydrated} busy={busy} onClick={() => void refuse()}>
        <Trans>Refuse</Trans>
      </Button>
      <FormProblem>{failure && failureMessage(failure)}</FormProblem>
    </>
  )
}
