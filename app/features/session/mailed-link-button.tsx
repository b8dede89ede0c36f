import { useHydrated } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ApiFailure } from '#app/contract/api-result.ts'
import { useFailureWords } from '#app/shell/failure.ts'
import { FormProblem } from '#app/shell/form/form-problem.tsx'
import { Button } from '#app/ui/button.tsx'

type MailedLinkButtonProps = { link: { busy: boolean; failure: ApiFailure | null; press: () => Promise<void> }; children: ReactNode }

/** The one press that a letter's link leads to, and what went wrong with it. */
export function MailedLinkButton({ link: { busy, failure, press }, children }: MailedLinkButtonProps) {
  const hydrated = useHydrated()
  const words = useFailureWords()
  return (
    <>
      <FormProblem>{failure && words(failure)}</FormProblem>
      <Button size="lg" className={`w-full ${failure ? 'mt-5' : ''}`} disabled={!hydrated} busy={busy} onClick={() => void press()}>
        {children}
      </Button>
    </>
  )
}
