import { Trans, useLingui } from '@lingui/react/macro'
import { useSignUpOpen } from '#app/shell/account/use-sign-up-open.ts'
import { Button, ButtonLink } from '#app/ui/controls/button.tsx'
import { Mark } from '#app/ui/page/mark.tsx'
import type { DemoTexts } from './demo-texts.ts'

/** The template of a visitor's image, of the note on missing words, and of the link to sign up; `app/plain/demo.ts` fills it in. */
export function DemoResult() {
  const { t } = useLingui()
  const signUpOpen = useSignUpOpen()
  return (
    <template data-demo-result={JSON.stringify(useDemoTexts())}>
      <img alt="" className="size-full animate-fade object-cover" />
      <div data-answer className="grid gap-3">
        <div className="flex min-h-8 items-center gap-3">
          <span data-busy>
            <Mark playing size={28} />
          </span>
          <div role="status" className="grid gap-1 text-lg empty:hidden" />
        </div>
        <div role="alert" className="empty:hidden" />
        <div role="group" aria-label={t`Ideas that I can draw`} className="flex flex-wrap gap-2 empty:hidden" />
        <div data-ways className="flex flex-wrap gap-2">
          <ButtonLink to="/signin" search={signUpOpen ? { mode: 'sign-up' } : {}}>
            {signUpOpen ? <Trans>Sign up and continue with this prompt</Trans> : <Trans>Sign in and continue with this prompt</Trans>}
          </ButtonLink>
          <Button variant="secondary">
            <Trans>Try again</Trans>
          </Button>
        </div>
      </div>
      <button type="button" data-idea className="film-chip">
        …
      </button>
      <p data-quoted className="wrap-anywhere" />
      <p data-warning className="text-base text-warn wrap-anywhere" />
      <p data-failure className="rounded-control bg-danger-soft px-3.5 py-2.5 text-danger" />
    </template>
  )
}

function useDemoTexts(): DemoTexts {
  const { t } = useLingui()
  const [prompt, missing, instead] = ['{prompt}', '{missing}', '{instead}']
  return {
    drawing: t`Drawing…`,
    quoted: t`“${prompt}”`,
    missing: t`Left out: ${missing}.`,
    instead: t`Left out: ${missing}. Drawn instead: ${instead}.`,
    drawn: t`Drawn by the built-in model`,
    offline: t`The service isn’t responding. Check your connection and try again.`,
    refused: t`The request wasn’t understood. Reload the page.`,
    failed: t`Something went wrong on our side. Try again in a minute.`,
    unreadable: t`The server’s answer couldn’t be read. Reload the page before you try again.`,
  }
}
