import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { addWords } from '#app/shell/i18n.ts'
import { hostHeldSession, useHeldSession } from '#app/shell/session-hold.ts'

/** On pages of signed-in people: when their session ends under them, they sign in where they are and lose nothing. */
export function SignInAgain() {
  useEffect(hostHeldSession, [])
  const held = useHeldSession()
  const { i18n } = useRouter().options.context
  // Its words come with it: no page has them for the one time that a session ends.
  const [SignInDialog] = useState(() =>
    lazy(async () => {
      const [dialog] = await Promise.all([import('./sign-in-dialog.tsx'), addWords(i18n, 'session')])
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
