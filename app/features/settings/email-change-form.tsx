import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import type { User } from '#app/contract/account/accounts.ts'
import { emailSchema } from '#app/contract/account/email.ts'
import { codeSchema } from '#app/contract/base/security.ts'
import { Form, Submit, useApiForm } from '#app/shell/form/api-form.tsx'
import { TextField } from '#app/shell/form/fields.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { askForEmailChange } from './email-change.functions.ts'
import { ProofCode, ProofPassword, ProofSwitch } from '#app/shell/form/proof-form.tsx'
import { emailChangeQuery, twoFactorQuery } from './settings.queries.ts'

/** The proof of identity; `nothing` for accounts without password and two-factor, which need a recent sign-in. */
type Proof = 'password' | 'code' | 'nothing'

const entries = { email: emailSchema, password: v.string(), code: v.string() }
const schemas = {
  password: v.object({ ...entries, password: v.pipe(v.string(), v.nonEmpty('required')) }),
  code: v.object({ ...entries, code: codeSchema }),
  nothing: v.object(entries),
}

/** Asks for the new address and a proof of identity. Typed values stay when the proof changes. */
export function EmailChangeForm({ user, onDone }: { user: User; onDone: () => void }) {
  const { t } = useLingui()
  const toast = useToast()
  const queryClient = useQueryClient()
  const { data: twoFactor } = useSuspenseQuery(twoFactorQuery)
  const present = user.email
  const [by, setBy] = useState<Proof>(user.has_password ? 'password' : twoFactor.enabled ? 'code' : 'nothing')
  const form = useApiForm({
    schema: schemas[by],
    initial: { email: '', password: '', code: '' },
    send: ({ email, password, code }) =>
      askForEmailChange({ data: { email, ...(by === 'password' && { password }), ...(by === 'code' && { code }) } }),
    fieldOf: { nothing_to_change: 'email' },
    onSuccess(change) {
      queryClient.setQueryData(emailChangeQuery.queryKey, change)
      toast({ title: t`Check your new email` })
      onDone()
    },
  })
  return (
    <div className="grid gap-4">
      <Form form={form} className="grid gap-5">
        <p className="text-ink-soft">
          <Trans>
            We’ll send a link to the new address and notify {present}. Nothing changes until you open the link. Then all other devices are
            signed out.
          </Trans>
        </p>
        <TextField
          name="email"
          label={t`New email`}
          type="email"
          inputMode="email"
          autoComplete="email"
          spellCheck={false}
          maxLength={254}
        />
        {by === 'password' && <ProofPassword />}
        {by === 'code' && <ProofCode />}
        <Submit>
          <Trans>Send link</Trans>
        </Submit>
      </Form>
      {user.has_password && twoFactor.enabled && (
        <ProofSwitch byCode={by === 'code'} onChange={(byCode) => setBy(byCode ? 'code' : 'password')} />
      )}
    </div>
  )
}
