import { Trans } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSignUpOpen } from '#app/shell/sign-up-open.ts'
import { ButtonLink } from '#app/ui/button.tsx'

/** What people ask before they sign up, answered without hedging. */
export function Questions() {
  const signUpOpen = useSignUpOpen()
  return (
    <section aria-labelledby="questions-title" className="border-t border-line">
      <div className="mx-auto grid max-w-page gap-x-8 gap-y-10 px-5 py-20 sm:px-8 sm:py-28 lg:grid-cols-12">
        <div className="lg:col-span-4">
          <h2 id="questions-title" className="text-3xl sm:text-4xl">
            <Trans>Open questions</Trans>
          </h2>
          {signUpOpen && (
            <ButtonLink to="/signin" search={{ mode: 'sign-up' }} size="lg" className="mt-8 max-lg:hidden">
              <Trans>Create an account</Trans>
            </ButtonLink>
          )}
        </div>
        <div className="border-t border-line lg:col-span-8">
          <Question asked={<Trans>Is this artificial intelligence?</Trans>}>
            <Trans>
              The built-in engine, Sketch, is not: it draws, films, speaks and composes by rules that follow your words. Where AI models are
              connected as well, they stand beside it in the same list, under their own names and prices.
            </Trans>
          </Question>
          <Question asked={<Trans>What happens when a run fails?</Trans>}>
            <Trans>The tokens that were set aside for it come back, all of them. Every run has a receipt that shows it.</Trans>
          </Question>
          <Question asked={<Trans>May I close the page while something is being made?</Trans>}>
            <Trans>Yes. The work goes on without you, and the result waits in your library, on this device or another.</Trans>
          </Question>
          <Question asked={<Trans>Whose are the results?</Trans>}>
            <Trans>
              Yours. They are shown to nobody until you share or publish them yourself, and you can download or delete them at any time.
            </Trans>
          </Question>
          <Question asked={<Trans>Do tokens expire?</Trans>}>
            <Trans>Tokens from a pack do not. Tokens from a plan end with the month they came for, and are spent first.</Trans>
          </Question>
          <Question asked={<Trans>In which languages can I write?</Trans>}>
            <Trans>In English and in Russian, in the same words you would use to a person.</Trans>
          </Question>
        </div>
      </div>
    </section>
  )
}

function Question({ asked, children }: { asked: ReactNode; children: ReactNode }) {
  return (
    <details className="group border-b border-line">
      <summary className="flex min-h-16 list-none items-center justify-between gap-6 rounded-control py-4 text-lg font-medium">
        {asked}
        <Plus
          aria-hidden
          className="size-5 shrink-0 text-ink-soft transition-transform duration-200 group-open:rotate-45"
          strokeWidth={1.75}
        />
      </summary>
      <p className="max-w-reading pr-10 pb-6 text-lg text-ink-soft">{children}</p>
    </details>
  )
}
