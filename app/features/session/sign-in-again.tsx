import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { hostHeldSession, useHeldSession } from '#app/shell/calls/session-hold.ts'
import { addMessages } from '#app/shell/i18n/i18n.ts'

/** Lets people sign in again without leaving the page when their session ends. */
export function SignInAgain() {
  useEffect(hostHeldSession, [])
  const held = useHeldSession()
  const { i18n } = useRouter().options.context
  // Its messages load with it, because no page should carry them for this rare case.
  const [SignInDialog] = useState(() =>
    lazy(async () => {
      const [dialog] = await Promise.all([import('./sign-in-dialog.tsx'), addMessages(i18n, 'session')])
      return { default: dialog.SignInDialog }
    }),
  )
  if (!held) return null
  return (
    <Suspense fallback={<div className="fixed inset-0 z-80 bg-paper" />}>
      <SignInDialog held={held} />
    </Suspense>
  )
}
