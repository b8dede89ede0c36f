import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { AuthorizationRequest, BrokenAuthorization } from '#app/contract/account/programs.ts'
import { answerAuthorization } from './authorization.functions.ts'
import { ConsentForm } from './consent-form.tsx'

type AuthorizePageProps = {
  /** The program's request, as it is sent with the answer. */
  request: string
  read: AuthorizationRequest
  email: string
}

/** Where a program that wants access sends its person. */
export function AuthorizePage({ request, read, email }: AuthorizePageProps) {
  const [answered, setAnswered] = useState<{ to: string; allowed: boolean }>()
  if (answered) return <Answered {...answered} />
  if (read.state === 'broken') return <Broken broken={read.broken} name={read.client?.name} returnTo={read.return_to} />
  const { client, returns_to: host, scopes, proof } = read
  return (
    <ConsentForm
      client={client}
      email={email}
      scopes={scopes}
      proof={proof}
      send={(answer) => answerAuthorization({ data: { request, ...answer } })}
      onAnswered={({ redirect_to: to }, allowed) => {
        setAnswered({ to, allowed })
        window.location.assign(to)
      }}
    >
      <p className="wrap-anywhere">
        {host === null ? (
          <Trans>Then you return to an app on this device.</Trans>
        ) : (
          <Trans>
            Then you return to <strong className="text-ink">{host}</strong>.
          </Trans>
        )}
      </p>
    </ConsentForm>
  )
}

/** Stays when the address opens an app beside the browser. */
function Answered({ to, allowed }: { to: string; allowed: boolean }) {
  return (
    <>
      <h1 className="text-3xl">{allowed ? <Trans>Connected</Trans> : <Trans>Not connected</Trans>}</h1>
      <p className="mt-4 text-ink-soft">
        <Trans>Return to the app. You can close this page.</Trans>
      </p>
      <a href={to} className="button button-secondary button-lg mt-6">
        <Trans>Back to the app</Trans>
      </a>
    </>
  )
}

type BrokenProps = { broken: BrokenAuthorization; name: string | undefined; returnTo: string | null }

function Broken({ broken, name, returnTo }: BrokenProps) {
  return (
    <>
      <h1 className="text-3xl">
        <Trans>This app can’t be connected</Trans>
      </h1>
      <p className="mt-4 text-ink-soft">
        <Reason broken={broken} />
      </p>
      {name !== undefined && (
        <p className="mt-3 wrap-anywhere text-ink-soft">
          <Trans>
            The app calls itself <strong className="text-ink">{name}</strong>.
          </Trans>
        </p>
      )}
      {returnTo !== null && (
        <a href={returnTo} className="button button-secondary button-lg mt-6">
          <Trans>Back to the app</Trans>
        </a>
      )}
    </>
  )
}

function Reason({ broken }: { broken: BrokenAuthorization }) {
  switch (broken) {
    case 'client':
      return <Trans>This server doesn’t know the app, or couldn’t read its description. Start again in the app.</Trans>
    case 'redirect':
      return <Trans>The app wants to send you to an address that isn’t its own. Someone may be trying to take over your account.</Trans>
    case 'challenge':
      return <Trans>The app doesn’t protect its sign-in (PKCE). Update it and try again.</Trans>
    case 'resource':
      return <Trans>The app asked for access to another server. Check the address in its settings.</Trans>
    case 'request':
      return <Trans>The link is incomplete or too long. Start again in the app.</Trans>
  }
}
