import { promptMaxLength } from '#app/contract/base/values.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowRight } from 'lucide-react'
import { useSignUpOpen } from '#app/shell/account/use-sign-up-open.ts'
import { usePinnedPath } from '#app/shell/i18n/pinned-path.ts'
import { type Kind, kinds, useKindNames } from '#app/shell/media/kinds.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import * as config from '#config'
import { HomeIcon } from './icons.tsx'

type PromptFieldProps = {
  labelledBy: string
  /** Whether an image is drawn at once, behind the words (`app/plain/demo.ts`). */
  draws: boolean
}

/**
 * Takes the first prompt before there is an account and carries it through sign-up; without scripts, the form is posted (`hand-over.ts`).
 */
export function PromptField({ labelledBy, draws }: PromptFieldProps) {
  const { t } = useLingui()
  const pinned = usePinnedPath()
  const signUpOpen = useSignUpOpen()
  const names = useKindNames()
  const placeholders: Record<Kind, string> = {
    video: t`Snow falling on mountains at dawn`,
    image: t`Sunset over a mountain lake, pine forest`,
    audio: t`Rainy night, quiet synthesizer`,
    text: t`Paste a long text and get its key points`,
  }
  return (
    <form
      method="post"
      action={pinned('/')}
      data-hand-over={pinned(config.auth.pages.signIn)}
      data-kind="image"
      data-demo={draws ? config.demo.promptMaxLength : undefined}
      className="group/field max-w-3xl rounded-sheet border border-ink/22 bg-paper/68 shadow-float backdrop-blur-xl transition-[border-color] has-[textarea:focus-visible]:border-kind"
    >
      {signUpOpen && <input type="hidden" name="mode" value="sign-up" />}
      <textarea
        name="prompt"
        aria-labelledby={labelledBy}
        aria-describedby={draws ? 'hero-problem' : undefined}
        placeholder={placeholders.image}
        rows={2}
        maxLength={promptMaxLength}
        enterKeyHint="go"
        autoComplete="off"
        className="block field-sizing-content max-h-48 min-h-20 w-full resize-none bg-transparent px-5 pt-4 pb-2 text-xl outline-none placeholder:text-ink/70"
      />
      {draws && (
        <div id="hero-problem" role="alert" data-empty={t`Describe what to create.`} className="px-5 pb-2 text-danger empty:hidden" />
      )}
      <div className="flex flex-wrap items-center gap-2 p-2.5 pt-0">
        <fieldset className="flex min-w-0 max-sm:w-full max-sm:flex-wrap max-sm:justify-between">
          <legend className="sr-only">
            <Trans>Make it a</Trans>
          </legend>
          {kinds.map((kind) => (
            <label key={kind} data-kind={kind} className="kind-choice">
              <input
                type="radio"
                name="kind"
                value={kind}
                defaultChecked={kind === 'image'}
                autoComplete="off"
                data-placeholder={placeholders[kind]}
                className="choice-radio"
              />
              <HomeIcon name={kind} />
              {names[kind]}
            </label>
          ))}
        </fieldset>
        <Button type="submit" className="ml-auto max-sm:w-full">
          <span>
            <Trans>Create</Trans>
            {draws && (
              <span className="hidden group-has-[[value=image]:checked]/field:inline">
                {' · '}
                <Trans>free</Trans>
              </span>
            )}
          </span>
          <ArrowRight aria-hidden className="size-5 max-sm:hidden" strokeWidth={1.75} />
        </Button>
      </div>
    </form>
  )
}
