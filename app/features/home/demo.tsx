import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { signInMethodsQuery } from '#app/shell/data/account.queries.ts'
import { useSession } from '#app/shell/data/session.queries.ts'
import { demoPicture, filesOf } from '#app/shell/media/samples.ts'
import { Button } from '#app/ui/button.tsx'
import * as config from '#config'
import { DemoFrame } from './demo-frame.tsx'
import { DemoResult } from './demo-result.tsx'

/** Draws one small image from the visitor's own prompt, without an account; absent if the operator has disabled it. */
export function Demo() {
  const { data: methods } = useQuery(signInMethodsQuery)
  return methods?.demo ? <Booth /> : null
}

function Booth() {
  const { t } = useLingui()
  const { locale } = useSession()
  const examples = [
    t`A lighthouse by the sea in a storm`,
    t`Hot air balloons over a green valley`,
    t`Birches by a lake in autumn, morning fog`,
  ]
  const sample = demoPicture.words[locale]
  return (
    <section aria-labelledby="demo-title" data-kind="image" className="border-b border-line bg-surface">
      <div className="mx-auto grid max-w-page gap-x-12 gap-y-8 px-5 py-16 sm:px-8 sm:py-24 lg:grid-cols-12 lg:items-center">
        <div className="grid gap-5 lg:col-span-5">
          <div>
            <h2 id="demo-title" className="text-3xl sm:text-4xl">
              <Trans>Try it without an account</Trans>
            </h2>
            <p className="mt-4 text-lg text-ink-soft text-pretty">
              <Trans>The built-in model draws a small image from your prompt and tells you what it couldn’t draw. Nothing is saved.</Trans>
            </p>
          </div>
          {/* The script enables the buttons, because nothing can be drawn without it. */}
          <form noValidate data-demo className="grid gap-3">
            <textarea
              name="demo-prompt"
              aria-labelledby="demo-title"
              aria-describedby="demo-problem"
              placeholder={t`Describe an image`}
              rows={2}
              maxLength={config.demo.promptMaxLength}
              enterKeyHint="go"
              autoComplete="off"
              className="control block field-sizing-content max-h-40 min-h-18 w-full resize-none px-4 py-3 text-lg"
            />
            <div id="demo-problem" role="alert" data-empty={t`Describe what to create.`} className="text-danger empty:hidden" />
            <Button type="submit" size="lg" disabled className="justify-self-start disabled:opacity-100 max-sm:w-full">
              <Trans>Draw for free</Trans>
            </Button>
            <div role="group" aria-label={t`Examples`} className="mt-1 flex flex-wrap gap-2">
              {examples.map((example) => (
                <Button key={example} variant="secondary" size="sm" disabled className="text-left font-normal disabled:opacity-100">
                  {example}
                </Button>
              ))}
            </div>
          </form>
        </div>
        <div data-demo-place className="min-w-0 scroll-my-6 lg:col-span-7">
          <DemoFrame caption={<Trans>“{sample}”</Trans>}>
            <img
              src={demoPicture.src}
              srcSet={filesOf(demoPicture)}
              sizes="(min-width: 64rem) 44rem, calc(100vw - 2.5rem)"
              width={demoPicture.width}
              height={demoPicture.height}
              alt=""
              loading="lazy"
              decoding="async"
              className="size-full object-cover"
            />
          </DemoFrame>
          <DemoResult />
        </div>
      </div>
    </section>
  )
}
