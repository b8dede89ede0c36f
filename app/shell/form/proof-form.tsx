import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import * as v from 'valibot'
import type { ApiResult } from '#app/contract/base/api-result.ts'
import { codeSchema, type Proof } from '#app/contract/base/security.ts'
import { Form, Submit, useApiForm } from '#app/shell/form/api-form.tsx'
import { PasswordField, TextField } from '#app/shell/form/fields.tsx'
import { Button } from '#app/ui/controls/button.tsx'

type ProofFormProps<Result> = {
  /** The proof depends on the account: its password, otherwise a code, otherwise nothing. */
  hasPassword: boolean
  hasCode: boolean
  /** Explanation above the fields. */
  children?: ReactNode
  submit: ReactNode
  danger?: boolean
  send: (proof: Proof) => Promise<ApiResult<Result>>
  onSuccess: (result: Result) => void | Promise<void>
}

/** Asks for a proof of identity before an action that a stolen session must not allow. */
export function ProofForm<Result>({ hasPassword, hasCode, ...rest }: ProofFormProps<Result>) {
  const [byCode, setByCode] = useState(!hasPassword && hasCode)
  return (
    <div className="grid gap-4">
      {byCode ? <CodeForm {...rest} /> : hasPassword ? <PasswordForm {...rest} /> : <NothingForm {...rest} />}
      {hasPassword && hasCode && <ProofSwitch byCode={byCode} onChange={setByCode} />}
    </div>
  )
}

/** Switches between the two proofs of an account that has both. */
export function ProofSwitch({ byCode, onChange }: { byCode: boolean; onChange: (byCode: boolean) => void }) {
  return (
    <div>
      <Button variant="ghost" className="-ml-4.5" onClick={() => onChange(!byCode)}>
        {byCode ? <Trans>Use your password</Trans> : <Trans>Use a code</Trans>}
      </Button>
    </div>
  )
}

export function ProofPassword() {
  const { t } = useLingui()
  return <PasswordField name="password" label={t`Password`} autoComplete="current-password" />
}

export function ProofCode() {
  const { t } = useLingui()
  return (
    <TextField
      name="code"
      label={t`Code from your app or a recovery code`}
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={64}
      className="font-mono tracking-wider"
    />
  )
}

type FormProps<Result> = Omit<ProofFormProps<Result>, 'hasPassword' | 'hasCode'>

const passwordSchema = v.object({ password: v.pipe(v.string('required'), v.nonEmpty('required')) })
const codeOnlySchema = v.object({ code: codeSchema })

function PasswordForm<Result>({ children, submit, danger = false, send, onSuccess }: FormProps<Result>) {
  const form = useApiForm({ schema: passwordSchema, initial: { password: '' }, send, onSuccess })
  return (
    <Form form={form} className="grid gap-5">
      {children}
      <ProofPassword />
      <Submit variant={danger ? 'danger' : 'primary'}>{submit}</Submit>
    </Form>
  )
}

function CodeForm<Result>({ children, submit, danger = false, send, onSuccess }: FormProps<Result>) {
  const form = useApiForm({ schema: codeOnlySchema, initial: { code: '' }, send, onSuccess })
  return (
    <Form form={form} className="grid gap-5">
      {children}
      <ProofCode />
      <Submit variant={danger ? 'danger' : 'primary'}>{submit}</Submit>
    </Form>
  )
}

function NothingForm<Result>({ children, submit, danger = false, send, onSuccess }: FormProps<Result>) {
  const form = useApiForm({ schema: v.object({}), initial: {}, send: () => send({}), onSuccess })
  return (
    <Form form={form} className="grid gap-5">
      {children}
      <Submit variant={danger ? 'danger' : 'primary'}>{submit}</Submit>
    </Form>
  )
}
