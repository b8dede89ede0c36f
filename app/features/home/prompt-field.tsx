import { promptMaxLength } from '#app/contract/values.ts'
import { useLingui } from '@lingui/react/macro'
import { Trans } from '@lingui/react/macro'
import { useHydrated, useRouter } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { useSignUpOpen } from '#app/shell/account/use-sign-up-open.ts'
import { useUser } from '#app/shell/data/session.queries.ts'
import { type Kind, kindIcons, kinds, useKindNames } from '#app/shell/media/kinds.tsx'
import { Button } from '#app/ui/button.tsx'
import { useChosenBefore } from '#app/ui/use-chosen-before.ts'
import { studioAddress } from './studio-address.ts'

/** Takes the first prompt before there is an account and carries it through sign-up. */
export function PromptField({ labelledBy }: { labelledBy: string }) {
  const { t } = useLingui()
  const router = useRouter()
  const user = useUser()
  const hydrated = useHydrated()
  const signUpOpen = useSignUpOpen()
  const names = useKindNames()
  const group = useId()
  const [kind, setKind] = useState<Kind>('image')
  const field = useChosenBefore(kind, kinds, setKind)
  const placeholders: Record<Kind, string> = {
    video: t`Snow falling on mountains at dawn`,
    image: t`Sunset over a mountain lake, pine forest`,
    audio: t`Rainy night, quiet synthesizer`,
    text: t`Paste a long text and get its key points`,
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const prompt = String(new FormData(event.currentTarget).get('prompt') ?? '').trim()
    const studio = studioAddress(kind, prompt)
    if (user) router.history.push(studio)
    else void router.navigate({ to: '/signin', search: { mode: signUpOpen ? 'sign-up' : undefined, redirect: studio } })
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }

  return (
    <form
      data-kind={kind}
      onSubmit={onSubmit}
      className="max-w-3xl rounded-sheet border border-ink/22 bg-paper/72 shadow-float backdrop-blur-xl transition-[border-color] has-[textarea:focus-visible]:border-kind"
    >
      <textarea
        name="prompt"
        aria-labelledby={labelledBy}
        placeholder={placeholders[kind]}
        rows={2}
        maxLength={promptMaxLength}
        enterKeyHint="go"
        autoComplete="off"
        onKeyDown={onKeyDown}
        className="block field-sizing-content max-h-48 min-h-20 w-full resize-none bg-transparent px-5 pt-4 pb-2 text-xl outline-none placeholder:text-ink/70"
      />
      <div className="flex flex-wrap items-center gap-2 p-2.5 pt-0">
        <fieldset ref={field} className="flex min-w-0 max-sm:w-full max-sm:flex-wrap max-sm:justify-between">
          <legend className="sr-only">
            <Trans>Make it a</Trans>
          </legend>
          {kinds.map((option) => {
            const Icon = kindIcons[option]
            return (
              <label
                key={option}
                data-kind={option}
                className="relative flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-control px-1 text-sm font-medium text-ink/85 transition-colors hover:bg-ink/10 has-checked:bg-ink/12 has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-kind sm:gap-2 sm:px-3.5 sm:text-base [&:has(:checked)_svg]:text-kind"
              >
                <input
                  type="radio"
                  name={group}
                  value={option}
                  checked={option === kind}
                  autoComplete="off"
                  onChange={() => setKind(option)}
                  className="absolute inset-0 cursor-pointer appearance-none outline-none"
                />
                <Icon aria-hidden className="size-4.5 shrink-0 sm:size-5" strokeWidth={1.75} />
                {names[option]}
              </label>
            )
          })}
        </fieldset>
        <Button type="submit" disabled={!hydrated} className="ml-auto disabled:opacity-100 max-sm:w-full">
          <Trans>Create</Trans>
          <ArrowRight aria-hidden className="size-5 max-sm:hidden" strokeWidth={1.75} />
        </Button>
      </div>
    </form>
  )
}
