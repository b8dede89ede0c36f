import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSignUpOpen } from '#app/shell/account/use-sign-up-open.ts'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { HomeIcon } from './icons.tsx'

/** Common questions before sign-up, with plain answers. */
export function Questions() {
  const signUpOpen = useSignUpOpen()
  return (
    <section aria-labelledby="questions-title" className="border-t border-line">
      <div className="mx-auto grid max-w-page gap-x-8 gap-y-10 px-5 py-20 sm:px-8 sm:py-28 lg:grid-cols-12">
        <div className="lg:col-span-4">
          <h2 id="questions-title" className="text-3xl sm:text-4xl">
            <Trans>Questions</Trans>
          </h2>
          {signUpOpen && (
            <ButtonLink to="/signin" search={{ mode: 'sign-up' }} size="lg" className="mt-8 max-lg:hidden">
              <Trans>Create account</Trans>
            </ButtonLink>
          )}
        </div>
        <div className="home-questions border-t border-line lg:col-span-8">
          <Question asked={<Trans>Is this artificial intelligence?</Trans>}>
            <Trans>
              The built-in engine, Sketch, isn’t: it draws, animates, speaks and composes by rules that follow your prompt. If AI models are
              connected too, they’re in the same list under their own names and prices.
            </Trans>
          </Question>
          <Question asked={<Trans>What happens if it fails?</Trans>}>
            <Trans>You get back all the tokens reserved for it. Every result has a receipt that shows this.</Trans>
          </Question>
          <Question asked={<Trans>Can I close the page before the result is ready?</Trans>}>
            <Trans>Yes. Work continues without you, and the result will be in your library on any device.</Trans>
          </Question>
          <Question asked={<Trans>Who owns the results?</Trans>}>
            <Trans>You do. No one sees them until you share them, and you can download or delete them at any time.</Trans>
          </Question>
          <Question asked={<Trans>Do tokens expire?</Trans>}>
            <Trans>Tokens from a pack don’t. Tokens from a plan expire at the end of their month and are spent first.</Trans>
          </Question>
          <Question asked={<Trans>What languages can I write in?</Trans>}>
            <Trans>English and Russian, just as you’d explain it to a person.</Trans>
          </Question>
        </div>
      </div>
    </section>
  )
}

function Question({ asked, children }: { asked: ReactNode; children: ReactNode }) {
  return (
    <details>
      <summary>
        {asked}
        <HomeIcon name="plus" />
      </summary>
      <p>{children}</p>
    </details>
  )
}
