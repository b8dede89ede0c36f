import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import * as v from 'valibot'
import type { ApiResult } from '#app/contract/api-result.ts'
import { codeSchema, type Proof } from '#app/contract/security.ts'
import { useApiForm } from '#app/shell/form/api-form.tsx'
import { Button } from '#app/ui/button.tsx'

type ProofFormProps<Result> = {
  /** The proof depends on the account: its password, else a code, else nothing. */
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
      {hasPassword && hasCode && (
        <div>
          <Button variant="ghost" className="-ml-4.5" onClick={() => setByCode(!byCode)}>
            {byCode ? <Trans>Use your password</Trans> : <Trans>Use a code</Trans>}
          </Button>
        </div>
      )}
    </div>
  )
}

type FormProps<Result> = Omit<ProofFormProps<Result>, 'hasPassword' | 'hasCode'>

const passwordSchema = v.object({ password: v.pipe(v.string('required'), v.nonEmpty('required')) })
const codeOnlySchema = v.object({ code: codeSchema })

function PasswordForm<Result>({ children, submit, danger = false, send, onSuccess }: FormProps<Result>) {
  const { t } = useLingui()
  const { form, frame } = useApiForm({ schema: passwordSchema, initial: { password: '' }, send, onSuccess })
  return (
    <form.AppForm>
      <form.Frame {...frame} className="grid gap-5">
        {children}
        <form.AppField name="password">
          {(field) => <field.PasswordField label={t`Password`} autoComplete="current-password" />}
        </form.AppField>
        <form.Submit variant={danger ? 'danger' : 'primary'}>{submit}</form.Submit>
      </form.Frame>
    </form.AppForm>
  )
}

function CodeForm<Result>({ children, submit, danger = false, send, onSuccess }: FormProps<Result>) {
  const { t } = useLingui()
  const { form, frame } = useApiForm({ schema: codeOnlySchema, initial: { code: '' }, send, onSuccess })
  return (
    <form.AppForm>
      <form.Frame {...frame} className="grid gap-5">
        {children}
        <form.AppField name="code">
          {(field) => (
            <field.TextField
              label={t`Code from your app or a recovery code`}
              autoComplete="one-time-code"
              spellCheck={false}
              maxLength={64}
              className="font-mono tracking-wider"
            />
          )}
        </form.AppField>
        <form.Submit variant={danger ? 'danger' : 'primary'}>{submit}</form.Submit>
      </form.Frame>
    </form.AppForm>
  )
}

function NothingForm<Result>({ children, submit, danger = false, send, onSuccess }: FormProps<Result>) {
  const { form, frame } = useApiForm({ schema: v.object({}), initial: {}, send: () => send({}), onSuccess })
  return (
    <form.AppForm>
      <form.Frame {...frame} className="grid gap-5">
        {children}
        <form.Submit variant={danger ? 'danger' : 'primary'}>{submit}</form.Submit>
      </form.Frame>
    </form.AppForm>
  )
}
