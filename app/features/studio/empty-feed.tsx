import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import type { Kind } from '#app/contract/common.ts'
import type { OptionValues } from '#app/contract/generations.ts'
import type { Model } from '#app/contract/models.ts'
import { useFormat } from '#app/shell/format.ts'
import { quoteQuery } from '#app/shell/generations.queries.ts'
import { digest, film, music, pictures, speech } from '#app/shell/samples.ts'
import { useSession } from '#app/shell/session.queries.ts'
import { Prose } from '#app/shell/work/media.tsx'
import { AudioPlayer } from '#app/ui/audio-player.tsx'
import { Button } from '#app/ui/button.tsx'
import { sortOf } from './help/model-sort.ts'
import { fitOptions } from './option-values.ts'
import type { Replacement } from './use-composer.ts'

type EmptyFeedProps = {
  kind: Kind
  /** The model in the picker; undefined where there is none. */
  model: Model | undefined
  /** Runs an example as it stands. */
  onRun: (example: Replacement) => void
  busy: boolean
}

const keyPoints: OptionValues = { task: 'key-points', length: 'short' }

/** The first thing a newcomer sees of a kind: a real work with the words it came from, and examples that one press runs. */
export function EmptyFeed({ kind, model, onRun, busy }: EmptyFeedProps) {
  const { t } = useLingui()
  const { locale } = useSession()
  // A press before the page lives would be lost.
  const alive = useHydrated()
  const sort = model && sortOf(model)
  const titles: Record<Kind, string> = {
    video: t`Your videos will be here`,
    image: t`Your pictures will be here`,
    audio: t`Your recordings will be here`,
    text: t`Your texts will be here`,
  }
  const words: Record<Kind, string> = {
    video: film.words[locale],
    image: pictures.lights.words[locale],
    audio: sort === 'music' ? music.words[locale] : speech[locale].words,
    text: digest[locale].source,
  }
  const prompt = words[kind]
  const example: Replacement = { prompt, ...(sort === 'tool' && { options: keyPoints }) }
  const others = model?.prompt.examples.filter((other) => other !== prompt).slice(0, 3) ?? []
  const canRun = model?.available === true
  return (
    <section data-kind={kind} aria-labelledby="empty" className="mx-auto grid max-w-xl animate-rise gap-6 lg:pt-6">
      <h2 id="empty" className="text-xl lg:text-2xl">
        {titles[kind]}
      </h2>
      {sort !== 'chat' && (
        <>
          <figure className="grid gap-3">
            <Sample kind={kind} music={sort === 'music'} words={prompt} />
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
    </section>
  )
}

/** What the example costs, once it is known. */
function PriceOf({ model, example: { prompt, options } }: { model: Model; example: Replacement }) {
  const { tokens } = useFormat()
  const { data } = useQuery(quoteQuery(model, fitOptions(model.options, options ?? {}), prompt))
  return <span className="tabular">{data ? tokens(data.price) : '…'}</span>
}

function Sample({ kind, music: isMusic, words }: { kind: Kind; music: boolean; words: string }) {
  const { t } = useLingui()
  const { clock } = useFormat()
  const { locale } = useSession()
  switch (kind) {
    case 'image':
      return <img src={pictures.lights.src} alt={words} width={1024} height={768} className="w-full rounded-card bg-wash" />
    case 'video':
      return (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- It has music and no words.
        <video
          controls
          playsInline
          loop
          preload="none"
          src={film.src}
          poster={film.still}
          width={1280}
          height={720}
          aria-label={t`Video: ${words}`}
          className="w-full rounded-card bg-black"
        />
      )
    case 'audio': {
      const { src, peaks, durationMs } = isMusic ? music : speech[locale]
      return (
        <div className="rounded-card border border-line bg-surface p-5 sm:p-6">
          <AudioPlayer key={src} src={src} name={t`Audio: ${words}`} peaks={peaks} durationMs={durationMs} clock={clock} />
        </div>
      )
    }
    case 'text':
      return (
        <div className="rounded-card border border-line bg-surface p-5 sm:p-6">
          <Prose text={digest[locale].points.map((point) => `- ${point}`).join('\n')} />
        </div>
      )
  }
}
