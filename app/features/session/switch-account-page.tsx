import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useHydrated, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { sessionQuery } from '#app/shell/data/session.queries.ts'
import { FormProblem } from '#app/shell/form/form-problem.tsx'
import { forgetPerson } from '#app/shell/session/watch.ts'
import { Button } from '#app/ui/controls/button.tsx'
import * as config from '#config'
import { answerAccountSwitch } from './switch-account.functions.ts'

type SwitchAccountPageProps = {
  /** Emails of the current session and of the link's owner. */
  current: string
  wanted: string
  /** The link's destination: a path of the app. */
  redirect: string | undefined
}

/** Asks about a link for another account than the signed-in one; nothing changes before the answer. */
export function SwitchAccountPage({ current, wanted, redirect }: SwitchAccountPageProps) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const hydrated = useHydrated()
  const failureMessage = useFailureMessage()
  const [busy, setBusy] = useState<'change' | 'stay' | null>(null)
  const [failure, setFailure] = useState<ApiFailure | null>(null)

  async function answer(change: boolean) {
    setBusy(change ? 'change' : 'stay')
    setFailure(null)
    const result = await settle(answerAccountSwitch({ data: { change } }))
    if (!result.ok) {
      setBusy(null)
      return setFailure(result.error)
    }
    if (result.data.changed) {
      forgetPerson(queryClient)
      await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined)
    }
    return router.history.replace(redirect ?? config.auth.pages.afterSignIn)
  }

  return (
    <>
      <h1 className="text-3xl">
        <Trans>Switch accounts?</Trans>
      </h1>
      <div className="mt-4 grid gap-3 text-ink-soft">
        <p>
          <Trans>
            You are signed in as <strong className="wrap-anywhere text-ink">{current}</strong>.
          </Trans>
        </p>
        <p>
          <Trans>
            The link you opened signs you in as <strong className="wrap-anywhere text-ink">{wanted}</strong>. If you didn’t request it, stay
            in your account.
          </Trans>
        </p>
      </div>
      <div className="mt-6 grid gap-3">
        <FormProblem>{failure && failureMessage(failure)}</FormProblem>
        <Button size="lg" disabled={!hydrated} busy={busy === 'stay'} onClick={() => void answer(false)}>
          <Trans>Stay in my account</Trans>
        </Button>
        <Button size="lg" variant="secondary" disabled={!hydrated} busy={busy === 'change'} onClick={() => void answer(true)}>
          <Trans>Switch accounts</Trans>
        </Button>
      </div>
    </>
  )
}
