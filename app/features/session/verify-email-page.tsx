import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiFailure } from '#app/contract/api-result.ts'
import { verifyEmail } from '#app/shell/account.functions.ts'
import { unreachable, useFailureWords } from '#app/shell/failure.ts'
import { FormProblem } from '#app/shell/form/form-problem.tsx'
import { ResendLabel, ResendStatus } from '#app/shell/resend.tsx'
import { sessionQuery, useUser } from '#app/shell/session.queries.ts'
import { useVerificationMail } from '#app/shell/use-verification-mail.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { DeadLink } from './dead-link.tsx'
import { Done } from './done.tsx'

/**
 * Where the letter's link leads. Nothing happens before the button is pressed: programs that look through mail open every link,
 * and must not confirm an address in a person's place.
 */
export function VerifyEmailPage({ token }: { token: string }) {
  const hydrated = useHydrated()
  const queryClient = useQueryClient()
  const words = useFailureWords()
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)

  async function confirm() {
    if (busy) return
    setBusy(true)
    setFailure(null)
    const result = await verifyEmail({ data: { token } }).catch(() => ({ ok: false as const, error: unreachable }))
    setBusy(false)
    if (!result.ok && result.error.code !== 'email_already_verified') return setFailure(result.error)
    setDone(true)
    await queryClient.invalidateQueries(sessionQuery)
  }

  if (done) return <Confirmed />
  if (!token || failure?.code === 'invalid_verification_token' || failure?.code === 'invalid_input') return <Refused />
  return (
    <>
      <h1 className="text-3xl">
        <Trans>Confirm your e-mail</Trans>
      </h1>
      <p className="mt-2 mb-6 text-lg text-ink-soft">
        <Trans>One press, and we know that the address is yours.</Trans>
      </p>
      <FormProblem>{failure && words(failure)}</FormProblem>
      <Button size="lg" className={`w-full ${failure ? 'mt-5' : ''}`} disabled={!hydrated} busy={busy} onClick={() => void confirm()}>
        <Trans>Confirm the address</Trans>
      </Button>
    </>
  )
}

function Confirmed() {
  const user = useUser()
  return (
    <Done
      title={<Trans>Your e-mail is confirmed</Trans>}
      action={
        user ? (
          <ButtonLink to="/dashboard">
            <Trans>Go to the dashboard</Trans>
          </ButtonLink>
        ) : (
          <ButtonLink to="/signin">
            <Trans>Sign in</Trans>
          </ButtonLink>
        )
      }
    >
      <p>
        <Trans>If you ever lose your password, a letter to it brings you back in.</Trans>
      </p>
    </Done>
  )
}

function Refused() {
  const user = useUser()
  if (user?.email_verified) return <Confirmed />
  return (
    <DeadLink
      action={
        user ? (
          <SendAnother />
        ) : (
          <ButtonLink to="/signin" search={{ redirect: '/profile/settings' }}>
            <Trans>Sign in</Trans>
          </ButtonLink>
        )
      }
    >
      <Trans>It has been used, it is too old, or a part of it was lost.</Trans> {!user && <Trans>Sign in, and we will send another.</Trans>}
    </DeadLink>
  )
}

function SendAnother() {
  const mail = useVerificationMail()
  return (
    <>
      <Button busy={mail.busy} aria-disabled={mail.left > 0 || undefined} onClick={() => void mail.send()}>
        <ResendLabel left={mail.left}>
          <Trans>Send another letter</Trans>
        </ResendLabel>
      </Button>
      <ResendStatus {...mail} />
    </>
  )
}
