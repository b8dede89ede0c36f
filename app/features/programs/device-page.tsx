import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type DeviceLogin, readDeviceLoginSchema } from '#app/contract/account/programs.ts'
import { Form, Submit, useApiForm } from '#app/shell/form/api-form.tsx'
import { TextField } from '#app/shell/form/fields.tsx'
import { ConsentForm } from './consent-form.tsx'
import { answerDeviceLogin, readDeviceLogin } from './device-login.functions.ts'

type DevicePageProps = {
  /** The code of the link; empty to type it. */
  code: string
  email: string
}

/** Where a person allows a program that shows a code. */
export function DevicePage({ code, email }: DevicePageProps) {
  const [found, setFound] = useState<{ code: string; login: DeviceLogin }>()
  const [answered, setAnswered] = useState<{ allowed: boolean }>()
  if (answered) return <Answered {...answered} />
  if (!found) return <CodeForm code={code} onFound={setFound} />
  const { client, address, scopes, proof } = found.login
  return (
    <ConsentForm
      client={client}
      email={email}
      scopes={scopes}
      proof={proof}
      send={(answer) => answerDeviceLogin({ data: { user_code: found.code, ...answer } })}
      onAnswered={(_result, allowed) => setAnswered({ allowed })}
    >
      <p className="wrap-anywhere">
        <Trans>
          It asks from the address <strong className="tabular text-ink">{address}</strong> with the code{' '}
          <strong className="font-mono text-ink">{found.code}</strong>.
        </Trans>
      </p>
    </ConsentForm>
  )
}

type CodeFormProps = { code: string; onFound: (found: { code: string; login: DeviceLogin }) => void }

function CodeForm({ code, onFound }: CodeFormProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(code)
  const form = useApiForm({
    schema: readDeviceLoginSchema,
    initial: { user_code: code },
    send: (input) => readDeviceLogin({ data: input }),
    onSuccess: (login) => onFound({ code: typed.trim().toUpperCase(), login }),
  })
  return (
    <>
      <h1 className="text-3xl">
        <Trans>Connect a device</Trans>
      </h1>
      <p className="mt-4 text-ink-soft">
        <Trans>Compare the code with the one that your terminal or app shows. Stop if someone else sent it to you.</Trans>
      </p>
      <Form
        form={form}
        problem={t`This code isn’t valid or has expired. Check it, or start again on the device.`}
        className="mt-6 grid gap-5"
      >
        <TextField
          name="user_code"
          label={t`Code`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          placeholder="BCDF-GHJK"
          onType={setTyped}
          className="font-mono tracking-wider uppercase"
        />
        <Submit size="lg">
          <Trans>Continue</Trans>
        </Submit>
      </Form>
    </>
  )
}

function Answered({ allowed }: { allowed: boolean }) {
  return (
    <>
      <h1 className="text-3xl">{allowed ? <Trans>Connected</Trans> : <Trans>Not connected</Trans>}</h1>
      <p className="mt-4 text-ink-soft">
        <Trans>Return to your device. You can close this page.</Trans>
      </p>
    </>
  )
}
