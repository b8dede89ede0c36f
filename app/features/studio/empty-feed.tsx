import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Kind } from '#app/contract/common.ts'
import type { OptionValues } from '#app/contract/generations.ts'
import type { Model } from '#app/contract/models.ts'
import { useFormat } from '#app/shell/format.ts'
import { quoteQuery } from '#app/shell/generations.queries.ts'
import { film, pictures } from '#app/shell/samples.ts'
import { useSession } from '#app/shell/session.queries.ts'
import { Button } from '#app/ui/button.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { sortOf } from './help/model-sort.ts'
import { fitOptions } from './option-values.ts'
import type { Replacement } from './use-composer.ts'

export type EmptyFeedProps = {
  kind: Kind
  /** The model in the picker; undefined where there is none. */
  model: Model | undefined
  /** Runs an example as it stands. */
  onRun: (example: Replacement) => void
  busy: boolean
}

const SoundExample = lazyPart(async () => (await import('./example-of-sound.tsx')).SoundExample)
const TextExample = lazyPart(async () => (await import('./example-of-text.tsx')).TextExample)

/** The first thing a newcomer sees of a kind: a real work with the words it came from, and examples that one press runs. */
export function EmptyFeed(props: EmptyFeedProps) {
  const { kind } = props
  const { t } = useLingui()
  const titles: Record<Kind, string> = {
    video: t`Your videos will be here`,
    image: t`Your pictures will be here`,
    audio: t`Your recordings will be here`,
    text: t`Your texts will be here`,
  }
  const Example = { image: PictureExample, video: FilmExample, audio: SoundExample, text: TextExample }[kind]
  return (
    <section data-kind={kind} aria-labelledby="empty" className="mx-auto grid max-w-xl animate-rise gap-6 lg:pt-6">
      <h2 id="empty" className="text-xl lg:text-2xl">
        {titles[kind]}
      </h2>
      <Example {...props} />
    </section>
  )
}

function PictureExample(props: EmptyFeedProps) {
  const { locale } = useSession()
  const { src, width, height, words } = pictures.lights
  return (
    <Examples {...props} words={words[locale]}>
      <img src={src} alt={words[locale]} width={width} height={height} className="w-full rounded-card bg-wash" />
    </Examples>
  )
}

function FilmExample(props: EmptyFeedProps) {
  const { t } = useLingui()
  const { locale } = useSession()
  const { src, still, width, height } = film
  const words = film.words[locale]
  return (
    <Examples {...props} words={words}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- It has music and no words. */}
      <video
        controls
        playsInline
        loop
        preload="none"
        src={src}
        poster={still}
        width={width}
        height={height}
        aria-label={t`Video: ${words}`}
        className="w-full rounded-card bg-black"
      />
    </Examples>
  )
}

type ExamplesProps = EmptyFeedProps & {
  words: string
  options?: OptionValues | undefined
  /** A work that was made from these words. */
  children: ReactNode
}

export function Examples({ model, onRun, busy, words: prompt, options, children }: ExamplesProps) {
  // A press before the page lives would be lost.
  const alive = useHydrated()
  const sort = model && sortOf(model)
  const example: Replacement = { prompt, ...(options && { options }) }
  const others = model?.prompt.examples.filter((other) => other !== prompt).slice(0, 3) ?? []
  const canRun = model?.available === true
  return (
    <>
      {sort !== 'chat' && (
        <>
          <figure className="grid gap-3">
            {children}
            <figcaption className="line-clamp-3 text-ink-soft">
              <Trans>An example, made from these words: “{prompt}”</Trans>
            </figcaption>
          </figure>
          {canRun && (
            <Button busy={busy} disabled={!alive} onClick={() => onRun(example)} className="justify-self-start disabled:opacity-100">
              <span>
                <Trans>Make one like it</Trans>
                {' · '}
                <PriceOf model={model} example={example} />
              </span>
            </Button>
          )}
        </>
      )}
      {canRun && others.length > 0 && (
        <div className="grid gap-2.5">
          <h3 className="font-medium">{sort === 'chat' ? <Trans>One press runs one of these:</Trans> : <Trans>Or one of these:</Trans>}</h3>
          <ul className="grid gap-1.5">
            {others.map((other) => (
              <li key={other}>
                <button
                  type="button"
                  disabled={!alive}
                  aria-disabled={busy || undefined}
                  onClick={() => !busy && onRun({ prompt: other })}
                  className="flex min-h-11 w-full items-center gap-3 rounded-control border border-line px-3.5 py-2 text-left transition-colors hover:border-edge hover:bg-ink/3"
                >
                  <Play aria-hidden className="size-4.5 shrink-0 text-kind" strokeWidth={1.75} />
                  <span className="sr-only">
                    <Trans>Run:</Trans>{' '}
                  </span>
                  <span className="line-clamp-2 min-w-0 flex-1">{other}</span>
                  <span className="shrink-0 text-sm text-ink-soft">
                    <PriceOf model={model} example={{ prompt: other }} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

/** What the example costs, once it is known. */
function PriceOf({ model, example: { prompt, options } }: { model: Model; example: Replacement }) {
  const { tokens } = useFormat()
  const { data } = useQuery(quoteQuery(model, fitOptions(model.options, options ?? {}), prompt))
  return <span className="tabular">{data ? tokens(data.price) : '…'}</span>
}
