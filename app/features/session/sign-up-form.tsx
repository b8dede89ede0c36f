import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { personalDataConsentVersion } from '#app/contract/account/consent.ts'
import { useSession } from '#app/shell/data/session.queries.ts'
import { signUp } from '#app/shell/data/session.functions.ts'
import { Form, Submit, useApiForm } from '#app/shell/form/api-form.tsx'
import { CheckboxField, TextField } from '#app/shell/form/fields.tsx'
import { NewPasswordField } from '#app/shell/form/new-password-field.tsx'
import { useFormState } from '#app/shell/form/use-field.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import type { EntryFormProps } from './sign-in-form.tsx'
import type { SignUpCheckHandle } from './sign-up-check.tsx'
import { useEnter } from './use-enter.ts'

const loadCheck = () => import('./sign-up-check.tsx')
const SignUpCheck = lazyPart(async () => (await loadCheck()).SignUpCheck)

type SignUpFormProps = EntryFormProps & {
  /** Whether the server requires a solved challenge. */
  challenged: boolean
  /** Whether the server requires the consent to the processing of personal data. */
  consenting: boolean
}

export function SignUpForm({ target, typedEmail, onTypeEmail, challenged, consenting }: SignUpFormProps) {
  const { t } = useLingui()
  const { locale } = useSession()
  const [check] = useState(awaitCheck)
  const form = useApiForm({
    schema: async () => {
      const { consentingAccountSchema, newAccountSchema } = await import('./entry-schemas.ts')
      return consenting ? consentingAccountSchema : newAccountSchema
    },
    initial: { email: typedEmail, password: '', name: '', accept_terms: false, accept_personal_data: false },
    async send({ name, accept_personal_data: agrees, ...data }) {
      const personal_data_consent = agrees ? { version: personalDataConsentVersion, locale } : undefined
      const send = (challenge?: string) => signUp({ data: { ...data, name: name || undefined, challenge, personal_data_consent } })
      if (!challenged) return send()
      // A form submitted before hydration is sent before this part is hydrated. Without the part, the API reports the missing challenge.
      const isHere = await loadCheck().then(Boolean, () => false)
      return isHere ? (await check.mounted).pass(send) : send()
    },
    onSuccess: useEnter(target),
    fieldOf: { email_taken: 'email' },
  })
  const email = useFormState(form.store, ({ values }) => values.email)
  const name = useFormState(form.store, ({ values }) => values.name ?? '')
  return (
    <Form form={form} className="mt-6 grid gap-5">
      <TextField name="email" onType={onTypeEmail} label={t`Email`} type="email" autoComplete="username" inputMode="email" />
      <NewPasswordField name="password" label={t`Password`} personal={[email, name]} />
      <TextField
        name="name"
        label={
          <>
            <Trans>Name</Trans>{' '}
            <span className="font-normal text-ink-soft">
              <Trans>(optional)</Trans>
            </span>
          </>
        }
        autoComplete="name"
      />
      <CheckboxField
        name="accept_terms"
        className="-my-2 has-aria-invalid:mb-0"
        label={
          <Trans>
            I agree to the{' '}
            <Link to="/legal/$document" params={{ document: 'terms' }} target="_blank" className="link">
              terms
            </Link>{' '}
            and have read the{' '}
            <Link to="/legal/$document" params={{ document: 'privacy' }} target="_blank" className="link">
              privacy policy
            </Link>
            .
          </Trans>
        }
      />
      {consenting && (
        <CheckboxField
          name="accept_personal_data"
          className="-my-2 has-aria-invalid:mb-0"
          label={
            <Trans>
              I agree to the{' '}
              <Link to="/legal/$document" params={{ document: 'consent' }} target="_blank" className="link">
                processing of my personal data
              </Link>
              .
            </Trans>
          }
        />
      )}
      {challenged && <SignUpCheck handle={check.mount} />}
      <Submit size="lg" className="mt-1 w-full">
        <Trans>Create account</Trans>
      </Submit>
    </Form>
  )
}

/** The mounted security check, which is there some time after the form. */
function awaitCheck() {
  const { promise, resolve } = Promise.withResolvers<SignUpCheckHandle>()
  const mount = (handle: SignUpCheckHandle | null) => {
    if (handle) resolve(handle)
  }
  return { mounted: promise, mount }
}
