import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { encode } from 'uqr'
import type { User } from '#app/contract/account/accounts.ts'
import { confirmTwoFactorSchema, type TwoFactorSetup as Setup } from '#app/contract/base/security.ts'
import { Form, Submit, useApiForm } from '#app/shell/form/api-form.tsx'
import { TextField } from '#app/shell/form/fields.tsx'
import { TextField as ReadOnlyField } from '#app/ui/controls/field.tsx'
import { CopyButton } from '#app/ui/controls/copy-button.tsx'
import { ProofForm } from '#app/shell/form/proof-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { beginTwoFactor, confirmTwoFactor } from './two-factor.functions.ts'

type TwoFactorSetupProps = { user: User; onOn: () => Promise<void>; onDone: () => void }

/** Sets up two-factor in this order: proof of identity, the app, a first code, the recovery codes. It takes effect with the first code. */
export function TwoFactorSetup({ user, onOn, onDone }: TwoFactorSetupProps) {
  const [setup, setSetup] = useState<Setup>()
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (!setup)
    return (
      <ProofForm
        hasPassword={user.has_password}
        hasCode={false}
        submit={<Trans>Continue</Trans>}
        send={(data) => beginTwoFactor({ data })}
        onSuccess={setSetup}
      >
        <p className="text-ink-soft">
          <Trans>You’ll need an authenticator app on your phone. All your other sessions will end.</Trans>
        </p>
      </ProofForm>
    )
  return (
    <FirstCode
      setup={setup}
      onConfirmed={async (made) => {
        setCodes(made)
        await onOn()
      }}
    />
  )
}

function FirstCode({ setup, onConfirmed }: { setup: Setup; onConfirmed: (codes: string[]) => Promise<void> }) {
  const { t } = useLingui()
  const form = useApiForm({
    schema: confirmTwoFactorSchema,
    initial: { code: '' },
    send: (data) => confirmTwoFactor({ data }),
    onSuccess: ({ recovery_codes }) => onConfirmed(recovery_codes),
  })
  return (
    <div className="grid gap-5">
      <p>
        <Trans>Scan this code with the app or enter the key.</Trans>
      </p>
      <QrCode text={setup.uri} label={t`QR code for the app`} />
      <div className="grid gap-3">
        <ReadOnlyField
          label={t`Key`}
          value={setup.secret}
          readOnly
          spellCheck={false}
          autoComplete="off"
          onFocus={(event) => event.currentTarget.select()}
          className="font-mono text-sm"
        />
        <CopyButton text={setup.secret} />
      </div>
      <Form form={form} className="grid gap-5">
        <TextField
          name="code"
          label={t`Code from the app`}
          autoComplete="one-time-code"
          inputMode="numeric"
          spellCheck={false}
          maxLength={64}
          className="font-mono tracking-wider"
        />
        <Submit>
          <Trans>Turn on</Trans>
        </Submit>
      </Form>
    </div>
  )
}

/** A QR code, dark on light in either theme, as cameras expect. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto w-full max-w-56 rounded-control border border-line bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
