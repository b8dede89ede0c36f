import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type Session, takeSecondStep } from '#app/shell/data/session.functions.ts'
import { Form, Submit, useApiForm } from '#app/shell/form/api-form.tsx'
import { TextField } from '#app/shell/form/fields.tsx'
import { Button } from '#app/ui/controls/button.tsx'

type SecondStepProps = { challenge: string; onEnter: (session: Session) => Promise<void> | void; onBack: () => void }

/** Focuses the field, because it replaces a form that had the focus. */
const focusField = (place: HTMLElement | null) => place?.querySelector('input')?.focus()

/** Replaces the form by a field for the app's code, or for a recovery code if the app is lost. */
export function SecondStep({ challenge, onEnter, onBack }: SecondStepProps) {
  const { t } = useLingui()
  const [recovery, setRecovery] = useState(false)
  const form = useApiForm({
    schema: async () => (await import('./entry-schemas.ts')).codeSchema,
    initial: { code: '' },
    send: ({ code }) => takeSecondStep({ data: { challenge, code } }),
    onSuccess: onEnter,
  })

  return (
    <div key={String(recovery)} ref={focusField} className="mt-4">
      <p className="text-ink-soft">
        {recovery ? (
          <Trans>Enter one of your saved recovery codes. Each code works once.</Trans>
        ) : (
          <Trans>Enter the six-digit code from your authenticator app.</Trans>
        )}
      </p>
      <Form form={form} className="mt-5 grid gap-5">
        <TextField
          name="code"
          label={recovery ? t`Recovery code` : t`Code`}
          autoComplete={recovery ? 'off' : 'one-time-code'}
          inputMode={recovery ? 'text' : 'numeric'}
          autoCapitalize={recovery ? 'characters' : 'off'}
          spellCheck={false}
          maxLength={64}
          className="font-mono tracking-wider"
        />
        <Submit size="lg" className="w-full">
          <Trans>Sign in</Trans>
        </Submit>
      </Form>
      <div className="mt-3 flex flex-wrap justify-between gap-x-4">
        <Button variant="ghost" className="-mx-4.5" onClick={() => setRecovery(!recovery)}>
          {recovery ? <Trans>Use the app</Trans> : <Trans>Use a recovery code</Trans>}
        </Button>
        <Button variant="ghost" className="-mx-4.5" onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
      </div>
    </div>
  )
}
