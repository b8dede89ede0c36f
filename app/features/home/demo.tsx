import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { signInMethodsQuery } from '#app/shell/data/account.queries.ts'
import { useSession } from '#app/shell/data/session.queries.ts'
import { demoPicture } from '#app/shell/media/samples.ts'
import { Button } from '#app/ui/button.tsx'
import { lazyPart, whenOnline } from '#app/ui/lazy-part.tsx'
import { config } from '#config'
import { DemoFrame } from './demo-frame.tsx'

const { promptMaxLength } = config.demo
const loadResult = () => import('./demo-result.tsx')
const DemoResult = lazyPart(
  async () => (await loadResult()).DemoResult,
  <DemoFrame busy caption={null}>
    {null}
  </DemoFrame>,
)

/** Loads the code of the result when somebody is about to need it. A failure is reported when it is shown. */
const prefetchResult = () =>
  void whenOnline()
    .then(loadResult)
    .catch(() => undefined)

/** One small image from the visitor's own words, without an account; absent where the operator has switched it off. */
export function Demo() {
  const { data: methods } = useQuery(signInMethodsQuery)
  return methods?.demo ? <Booth /> : null
}

function Booth() {
  const { t } = useLingui()
  const { locale } = useSession()
  const hydrated = useHydrated()
  const field = useRef<HTMLTextAreaElement>(null)
  const result = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState<string | null>(null)
  const [isEmpty, setIsEmpty] = useState(false)
  const examples = [
    t`A lighthouse by the sea in a storm`,
    t`Hot air balloons over a green valley`,
    t`Birches by a lake in autumn, morning fog`,
  ]
  const sample = demoPicture.words[locale]

  function draw(prompt: string) {
    if (field.current && field.current.value !== prompt) field.current.value = prompt
    setIsEmpty(prompt.trim() === '')
    if (!prompt.trim()) return field.current?.focus()
    setAsked(prompt.trim())
    // On a phone the image is below the keyboard and the examples.
    result.current?.scrollIntoView({ block: 'nearest' })
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    draw(field.current?.value ?? '')
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }

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
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Its controls are used; this only loads code ahead. */}
          <form noValidate onSubmit={onSubmit} onFocus={prefetchResult} onPointerDown={prefetchResult} className="grid gap-3">
            <textarea
              ref={field}
              name="demo-prompt"
              aria-labelledby="demo-title"
              aria-invalid={isEmpty || undefined}
              aria-describedby="demo-problem"
              placeholder={t`Describe an image`}
              rows={2}
              maxLength={promptMaxLength}
              enterKeyHint="go"
              autoComplete="off"
              onKeyDown={onKeyDown}
              onChange={() => setIsEmpty(false)}
              className="control block field-sizing-content max-h-40 min-h-18 w-full resize-none px-4 py-3 text-lg"
            />
            <div id="demo-problem" role="alert" className="text-danger empty:hidden">
              {isEmpty && t`Describe what to create.`}
            </div>
            <Button type="submit" size="lg" disabled={!hydrated} className="justify-self-start disabled:opacity-100 max-sm:w-full">
              <Trans>Draw for free</Trans>
            </Button>
            <div role="group" aria-label={t`Examples`} className="mt-1 flex flex-wrap gap-2">
              {examples.map((example) => (
                <Button
                  key={example}
                  variant="secondary"
                  size="sm"
                  disabled={!hydrated}
                  onClick={() => draw(example)}
                  className="text-left font-normal disabled:opacity-100"
                >
                  {example}
                </Button>
              ))}
            </div>
          </form>
        </div>
        <div ref={result} className="min-w-0 scroll-my-6 lg:col-span-7">
          {asked === null ? (
            <DemoFrame caption={<Trans>“{sample}”</Trans>}>
              <img
                src={demoPicture.src}
                width={demoPicture.width}
                height={demoPicture.height}
                alt=""
                loading="lazy"
                decoding="async"
                className="size-full object-cover"
              />
            </DemoFrame>
          ) : (
            <DemoResult prompt={asked} onDraw={draw} />
          )}
        </div>
      </div>
    </section>
  )
}
