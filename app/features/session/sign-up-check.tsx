import { Trans, useLingui } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import type { ApiResult } from '#app/contract/base/api-result.ts'
import { Button } from '#app/ui/controls/button.tsx'

/** Sends a sign-up with the solved challenge. */
export type SignUpCheckHandle = { pass<T>(send: (challenge: string | undefined) => Promise<ApiResult<T>>): Promise<ApiResult<T>> }

type CheckState = 'idle' | 'running' | 'passed' | 'failed'

/** The security check of the sign-up form: starts when the form is first edited, when its button is clicked, or on submit. */
export function SignUpCheck({ handle }: { handle: Ref<SignUpCheckHandle> }) {
  const { t } = useLingui()
  const [state, setState] = useState<CheckState>('idle')
  const place = useRef<HTMLDivElement>(null)
  const solving = useRef<Promise<string | undefined>>(undefined)

  const run = () => (solving.current ??= solve())

  async function solve() {
    setState('running')
    const { solveChallenge } = await import('./solve-challenge.ts')
    const challenge = await solveChallenge()
    setState('passed')
    return challenge
  }

  /** Returns undefined if the challenge cannot be solved; the API then reports the failure. */
  async function solved() {
    try {
      return await run()
    } catch {
      solving.current = undefined
      setState('failed')
      return undefined
    }
  }

  useImperativeHandle(handle, () => ({
    async pass(send) {
      const result = await send(await solved())
      if (result.ok || result.error.code !== 'challenge_refused') return result
      // The challenge expired while the form was being filled in, or an earlier attempt used it.
      solving.current = undefined
      return send(await solved())
    },
  }))

  const start = useEffectEvent(() => void solved())
  useEffect(() => {
    const form = place.current?.closest('form')
    const onInput = () => start()
    form?.addEventListener('input', onInput, { once: true })
    return () => form?.removeEventListener('input', onInput)
  }, [])

  const words = {
    idle: t`A short check keeps bots out. It starts when you fill in the form.`,
    running: t`Checking. This takes a few seconds.`,
    passed: t`Check passed.`,
    failed: t`Couldn’t finish the check. Try again.`,
  }
  return (
    <div
      ref={place}
      className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-control border border-edge px-3.5 py-2.5"
    >
      <p role="status" className={`min-w-48 flex-1 text-sm ${state === 'failed' ? 'text-danger' : 'text-ink-soft'}`}>
        {words[state]}
      </p>
      <Button
        variant="secondary"
        size="sm"
        busy={state === 'running'}
        aria-disabled={state === 'passed'}
        onClick={state === 'passed' ? undefined : () => void solved()}
        className="aria-disabled:opacity-100!"
      >
        {state === 'passed' && <Check aria-hidden className="size-4" strokeWidth={2} />}
        {state === 'passed' ? <Trans>Passed</Trans> : state === 'failed' ? <Trans>Try again</Trans> : <Trans>Start check</Trans>}
      </Button>
    </div>
  )
}
