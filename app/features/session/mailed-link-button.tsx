import { useHydrated } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { FormProblem } from '#app/shell/form/form-problem.tsx'
import { Button } from '#app/ui/controls/button.tsx'

type MailedLinkButtonProps = { link: { busy: boolean; failure: ApiFailure | null; press: () => Promise<void> }; children: ReactNode }

/** The button of a page behind an email's link, with its failure. */
export function MailedLinkButton({ link: { busy, failure, press }, children }: MailedLinkButtonProps) {
  const hydrated = useHydrated()
  const words = useFailureMessage()
  return (
    <>
      <FormProblem>{failure && words(failure)}</FormProblem>
      <Button size="lg" className={`w-full ${failure ? 'mt-5' : ''}`} disabled={!hydrated} busy={busy} onClick={() => void press()}>
        {children}
      </Button>
    </>
  )
}
