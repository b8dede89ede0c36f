import { Trans, useLingui } from '@lingui/react/macro'
import { Fingerprint } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { hasUsedPasskey, notePasskey } from '#app/shell/account/passkey-memory.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { thrownFailure } from '#app/shell/calls/settle.ts'
import { askForPasskey, type Session, signInWithPasskey } from '#app/shell/data/session.functions.ts'
import { Button } from '#app/ui/controls/button.tsx'

type PasskeySignInProps = { onEnter: (session: Session) => Promise<unknown> | void }

/** Lazy-loaded when needed. */
const load = () => import('@simplewebauthn/browser')

/** Signs in with a passkey: by a button, and in a browser that has used a passkey also from the autofill of the email field. */
export function PasskeySignIn({ onEnter }: PasskeySignInProps) {
  const { t } = useLingui()
  const failureMessage = useFailureMessage()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  /** Returns undefined if the device or the person declined. */
  async function ask(useBrowserAutofill: boolean) {
    const [device, asked] = await Promise.all([load(), askForPasskey()])
    if (!asked.ok) return asked
    const response = await device.startAuthentication({ optionsJSON: asked.data, useBrowserAutofill }).catch(() => undefined)
    return response && signInWithPasskey({ data: response })
  }

  async function press() {
    if (!window.isSecureContext) return setProblem(t`Browsers allow passkeys only over HTTPS. Open this site with https://.`)
    setBusy(true)
    setProblem(undefined)
    const result = await ask(false).catch((error: unknown) => ({ ok: false as const, error: thrownFailure(error) }))
    setBusy(false)
    if (result?.ok) {
      notePasskey()
      return onEnter(result.data)
    }
    if (result === undefined) return setProblem(t`Couldn’t sign in with a passkey. Try again or sign in another way.`)
    return setProblem(failureMessage(result.error))
  }

  const offer = useEffectEvent(async () => {
    const { browserSupportsWebAuthnAutofill } = await load()
    if (!(await browserSupportsWebAuthnAutofill())) return undefined
    const result = await ask(true)
    if (!result?.ok) return result && failureMessage(result.error)
    await onEnter(result.data)
    return undefined
  })
  useEffect(() => {
    // If this browser has used no passkey, the server is not asked.
    if (!hasUsedPasskey()) return
    offer().then(setProblem, () => undefined)
  }, [])

  return (
    <div className="mt-3 grid gap-2 noscript:hidden">
      <Button variant="secondary" size="lg" busy={busy} onClick={() => void press()} className="w-full">
        <Fingerprint aria-hidden className="size-5" strokeWidth={1.75} />
        <Trans>Sign in with a passkey</Trans>
      </Button>
      <p aria-live="polite" className={problem ? 'text-sm text-danger' : 'sr-only'}>
        {problem}
      </p>
    </div>
  )
}
