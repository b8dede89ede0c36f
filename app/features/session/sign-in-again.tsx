import { lazy, Suspense, useEffect, useState } from 'react'
import { hostHeldSession, useHeldSession } from '#app/shell/calls/session-hold.ts'

/** Lets people sign in again without leaving the page when their session ends. */
export function SignInAgain() {
  useEffect(hostHeldSession, [])
  const held = useHeldSession()
  const [SignInDialog] = useState(() =>
    lazy(async () => {
      const { SignInDialog: Dialog } = await import('./sign-in-dialog.tsx')
      return { default: Dialog }
    }),
  )
  if (!held) return null
  return (
    <Suspense fallback={<div className="fixed inset-0 z-80 bg-paper" />}>
      <SignInDialog held={held} />
    </Suspense>
  )
}
