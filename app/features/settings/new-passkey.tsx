import { Trans, useLingui } from '@lingui/react/macro'
import { browserSupportsWebAuthn, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import type { User } from '#app/contract/account/accounts.ts'
import { ApiError, type ApiResult, localFailure } from '#app/contract/base/api-result.ts'
import { addPasskeySchema, type Passkey, type PasskeyRegistration } from '#app/contract/account/passkeys.ts'
import { notePasskey } from '#app/shell/account/passkey-memory.ts'
import { Form, Submit, useApiForm } from '#app/shell/form/api-form.tsx'
import { TextField } from '#app/shell/form/fields.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { addPasskey, beginPasskey } from './passkeys.functions.ts'
import { ProofForm } from '#app/shell/form/proof-form.tsx'
import { passkeysQuery, twoFactorQuery } from './settings.queries.ts'

const schema = v.pick(addPasskeySchema, ['name'])

/** Creates a passkey in three steps: proof of identity, a name, then the device's own dialog. */
export function NewPasskey({ user, onDone }: { user: User; onDone: () => void }) {
  const { data: twoFactor } = useSuspenseQuery(twoFactorQuery)
  const [asked, setAsked] = useState<PasskeyRegistration>()
  if (!browserSupportsWebAuthn())
    return (
      <p>
        {window.isSecureContext ? (
          <Trans>This browser doesn’t support passkeys.</Trans>
        ) : (
          <Trans>Browsers allow passkeys only over HTTPS. Open this site with https://.</Trans>
        )}
      </p>
    )
  if (asked) return <NameForm asked={asked} onDone={onDone} />
  return (
    <ProofForm
      hasPassword={user.has_password}
      hasCode={twoFactor.enabled}
      submit={<Trans>Continue</Trans>}
      send={(data) => beginPasskey({ data })}
      onSuccess={setAsked}
    >
      <p className="text-ink-soft">
        <Trans>A passkey signs you in by itself, without a password or a code.</Trans>
      </p>
    </ProofForm>
  )
}

function NameForm({ asked, onDone }: { asked: PasskeyRegistration; onDone: () => void }) {
  const { t } = useLingui()
  const toast = useToast()
  const queryClient = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const form = useApiForm({
    schema,
    initial: { name: '' },
    send: make,
    async onSuccess() {
      notePasskey()
      await queryClient.invalidateQueries(passkeysQuery)
      toast({ title: t`Passkey added` })
      onDone()
    },
  })

  async function make({ name }: { name: string }): Promise<ApiResult<Passkey>> {
    setProblem(undefined)
    try {
      const response = await startRegistration({ optionsJSON: asked })
      return await addPasskey({ data: { name, response } })
    } catch (error) {
      if (error instanceof ApiError) return { ok: false, error: error.failure }
      if (!(error instanceof Error)) throw error
      const known = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
      setProblem(known ? t`This device already has a passkey for your account.` : t`Couldn’t create a passkey. Try again.`)
      return { ok: false, error: localFailure('page') }
    }
  }

  return (
    <Form form={form} problem={problem} className="grid gap-5">
      <TextField name="name" label={t`Passkey name`} hint={t`For example, the device it’s on.`} maxLength={60} autoComplete="off" />
      <Submit>
        <Trans>Create passkey</Trans>
      </Submit>
    </Form>
  )
}
