import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as v from 'valibot'
import { secondStepSchema } from '#app/contract/security.ts'
import { useApiForm } from '#app/shell/form/api-form.tsx'
import { type Session, takeSecondStep } from '#app/shell/session.functions.ts'
import { Button } from '#app/ui/button.tsx'

type SecondStepProps = { challenge: string; onEnter: (session: Session) => Promise<void> | void; onBack: () => void }

const schema = v.pick(secondStepSchema, ['code'])

/** It takes the place of a form that had the focus. */
const focusField = (place: HTMLElement | null) => place?.querySelector('input')?.focus()

/** The code of the app, in the place of the form that was there; or a recovery code, for who has lost the app. */
export function SecondStep({ challenge, onEnter, onBack }: SecondStepProps) {
  const { t } = useLingui()
  const [recovery, setRecovery] = useState(false)
  const { form, frame } = useApiForm({
    schema,
    initial: { code: '' },
    send: ({ code }) => takeSecondStep({ data: { challenge, code } }),
    onSuccess: onEnter,
  })

  return (
    <div key={String(recovery)} ref={focusField} className="mt-4">
      <p className="text-ink-soft">
        {recovery ? (
          <Trans>Enter one of the recovery codes you kept. Each works once.</Trans>
        ) : (
          <Trans>Enter the six digits that your authenticator app shows for this account.</Trans>
        )}
      </p>
      <form.AppForm>
        <form.Frame {...frame} className="mt-5 grid gap-5">
          <form.AppField name="code">
            {(field) => (
              <field.TextField
                label={recovery ? t`Recovery code` : t`Code`}
                autoComplete={recovery ? 'off' : 'one-time-code'}
                inputMode={recovery ? 'text' : 'numeric'}
                autoCapitalize={recovery ? 'characters' : 'off'}
                spellCheck={false}
                maxLength={64}
                className="font-mono tracking-wider"
              />
            )}
          </form.AppField>
          <form.Submit size="lg" className="w-full">
            <Trans>Sign in</Trans>
          </form.Submit>
        </form.Frame>
      </form.AppForm>
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
