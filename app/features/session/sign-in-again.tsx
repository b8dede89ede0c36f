import { lazy, Suspense, useEffect } from 'react'
import { hostHeldSession, useHeldSession } from '#app/shell/session-hold.ts'

const SignInDialog = lazy(async () => ({ default: (await import('./sign-in-dialog.tsx')).SignInDialog }))

/** On pages of signed-in people: when their session ends under them, they sign in where they are and lose nothing. */
export function SignInAgain() {
  useEffect(hostHeldSession, [])
  const held = useHeldSession()
  if (!held) return null
  return (
    <Suspense fallback={<div className="fixed inset-0 z-80 bg-paper" />}>
      <SignInDialog held={held} />
    </Suspense>
  )
}
