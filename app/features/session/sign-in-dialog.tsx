import { Dialog } from '@base-ui/react/dialog'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { type User, signInSchema } from '#app/contract/account/accounts.ts'
import type { HeldSession } from '#app/shell/calls/session-hold.ts'
import { signInMethodsQuery } from '#app/shell/data/account.queries.ts'
import { type Session, signIn, signOut } from '#app/shell/data/session.functions.ts'
import { sessionQuery, signedOutFrom } from '#app/shell/data/session.queries.ts'
import { Form, Submit, useApiForm } from '#app/shell/form/api-form.tsx'
import { PasswordField, TextField } from '#app/shell/form/fields.tsx'
import { forgetPerson } from '#app/shell/session/watch.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Mark } from '#app/ui/page/mark.tsx'
import { SecondStep } from './second-step.tsx'
import { SocialSignIn } from './social-sign-in.tsx'

/**
 * Covers the page until its owner is back. The page behind it stays but is hidden, because the session may have been ended from another
 * device as someone else sits here.
 */
export function SignInDialog({ held }: { held: HeldSession }) {
  const [other, setOther] = useState<{ session: Session; user: User } | null>(null)
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open modal disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-80 min-h-dvh bg-paper" />
        <Dialog.Viewport className="fixed inset-0 z-80 grid overflow-y-auto px-5 py-10">
          <Dialog.Popup
            ref={popup}
            initialFocus={() => popup.current?.querySelector<HTMLElement>('[name="password"]') ?? true}
            className="m-auto w-full max-w-95 outline-none"
          >
            <Mark size={40} className="mb-6" />
            {other ? (
              <AnotherAccount held={held} other={other} onBack={() => setOther(null)} />
            ) : (
              <SameAccount held={held} onOther={setOther} />
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Leaves the page as if the dialog had never asked. */
function useLeave() {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async () => {
    const session = queryClient.getQueryData(sessionQuery.queryKey)
    if (session) queryClient.setQueryData(sessionQuery.queryKey, signedOutFrom(session))
    forgetPerson(queryClient)
    await router.invalidate()
  }
}

type SameAccountProps = { held: HeldSession; onOther: (other: { session: Session; user: User }) => void }

function SameAccount({ held: { user, waiting }, onOther }: SameAccountProps) {
  const { t } = useLingui()
  const router = useRouter()
  const queryClient = useQueryClient()
  const leave = useLeave()
  const { data: methods } = useQuery(signInMethodsQuery)
  const [challenge, setChallenge] = useState<string>()
  const here = useRouterState({ select: ({ location }) => location.href })
  const form = useApiForm({
    schema: signInSchema,
    initial: { email: user.email, password: '' },
    send: (data) => signIn({ data }),
    onSuccess: (entered) => ('challenge' in entered ? setChallenge(entered.challenge) : enter(entered)),
  })
  async function enter(session: Session) {
    if (session.user && session.user.id !== user.id) return onOther({ session, user: session.user })
    queryClient.setQueryData(sessionQuery.queryKey, session)
    await router.invalidate()
    return undefined
  }
  if (challenge !== undefined)
    return (
      <>
        <Dialog.Title className="text-2xl">
          <Trans>Your session has ended</Trans>
        </Dialog.Title>
        <SecondStep challenge={challenge} onEnter={enter} onBack={() => setChallenge(undefined)} />
      </>
    )
  return (
    <>
      <Dialog.Title className="text-2xl">
        <Trans>Your session has ended</Trans>
      </Dialog.Title>
      <Dialog.Description className="mt-2 text-ink-soft">
        <Trans>Sign in to continue on this page. Nothing you typed is lost.</Trans>{' '}
        {waiting > 0 && <Trans>Your last request will be sent after you sign in.</Trans>}
      </Dialog.Description>
      <Form form={form} className="mt-6 grid gap-5">
        <TextField name="email" label={t`Email`} type="email" autoComplete="username" inputMode="email" />
        <PasswordField
          name="password"
          label={t`Password`}
          autoComplete="current-password"
          aside={
            <a
              href="/password/forgot"
              target="_blank"
              rel="noopener"
              className="link -my-3 inline-flex min-h-11 items-center text-sm text-ink-soft"
            >
              <Trans>Forgot password?</Trans>
            </a>
          }
        />
        <Submit size="lg" className="mt-1 w-full">
          <Trans>Sign in and continue</Trans>
        </Submit>
      </Form>
      {methods && methods.oauth.length + methods.oidc.length > 0 && (
        <>
          <SocialSignIn providers={methods.oauth} issuers={methods.oidc} opensAccounts={false} target={here} newTab />
          <p className="mt-3 text-sm text-ink-soft">
            <Trans>Sign-in opens in a new tab. Come back here when you’re done.</Trans>
          </p>
        </>
      )}
      <Button variant="ghost" className="mt-4 -ml-4.5" onClick={() => void leave()}>
        <Trans>Leave this page</Trans>
      </Button>
    </>
  )
}

type AnotherAccountProps = { held: HeldSession; other: { session: Session; user: User }; onBack: () => void }

/** Shown if another account has signed in than the one the page belongs to. */
function AnotherAccount({ held, other, onBack }: AnotherAccountProps) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const { email } = other.user
  const owner = held.user.email

  async function goOn() {
    setBusy(true)
    forgetPerson(queryClient)
    queryClient.setQueryData(sessionQuery.queryKey, other.session)
    await router.navigate({ to: '/dashboard' })
    await router.invalidate()
  }
  async function goBack() {
    setBusy(true)
    await signOut().catch(() => undefined)
    onBack()
  }
  return (
    <>
      <Dialog.Title className="text-2xl">
        <Trans>This is a different account</Trans>
      </Dialog.Title>
      <Dialog.Description className="mt-2 wrap-anywhere text-ink-soft">
        <Trans>
          You signed in as {email}, but this page belongs to {owner}. What you typed here is saved for {owner} only.
        </Trans>
      </Dialog.Description>
      <div className="mt-6 grid gap-3">
        <Button busy={busy} className="wrap-anywhere" onClick={() => void goOn()}>
          <Trans>Continue as {email}</Trans>
        </Button>
        <Button variant="secondary" busy={busy} className="wrap-anywhere" onClick={() => void goBack()}>
          <Trans>Sign in as {owner}</Trans>
        </Button>
      </div>
    </>
  )
}
