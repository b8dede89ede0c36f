import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { Model } from '#app/contract/runs/models.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { useSession } from '#app/shell/data/session.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { filmSample } from '#app/shell/media/film-sample.ts'
import { type Kind, useKindNames } from '#app/shell/media/kinds.tsx'
import { filesOf, film, type PictureSample, pictures } from '#app/shell/media/samples.ts'
import { music, type SoundSample, speech } from '#app/shell/media/sound-samples.ts'
import { usePricePhrase } from '#app/shell/money/use-price-phrase.ts'
import { AudioPlayer } from '#app/ui/media/audio-player.tsx'
import { PlayIcons } from '#app/ui/media/play-icons.tsx'
import { HomeIcon, playIcons } from './icons.tsx'
import { TextSample } from './text-sample.tsx'

/** One real work of each kind, with its prompt and its price. */
export function Samples() {
  const { locale } = useSession()
  return (
    <section aria-labelledby="samples-title" className="mx-auto max-w-page px-5 py-20 sm:px-8 sm:py-28">
      <h2 id="samples-title" className="max-w-2xl text-3xl sm:text-4xl">
        <Trans>Four formats, one balance</Trans>
      </h2>
      <p className="mt-4 max-w-xl text-lg text-ink-soft">
        <Trans>All of these were made here from the prompts shown.</Trans>
      </p>
      <div className="mt-12 grid gap-x-8 gap-y-14 lg:grid-cols-12">
        <Sample kind="video" className="lg:col-span-8" model="sketch-video" prompt={<Prompt of={film} />}>
          <FilmSample name={film.words[locale]} src={film.src} still={film.still} width={film.width} height={film.height} />
        </Sample>
        <Sample kind="image" className="lg:col-span-4" model="sketch-image" prompt={<Prompt of={pictures.city} />}>
          <StillSample picture={pictures.city} />
        </Sample>
        <Sample kind="audio" className="lg:col-span-6" model="sketch-speech">
          <div className="grid h-full content-center gap-6 rounded-card border border-line bg-surface p-5 sm:p-6">
            <SoundRow sample={speech[locale]} />
            <hr className="border-line" />
            <SoundRow sample={{ ...music, words: music.words[locale] }} />
          </div>
        </Sample>
        <Sample kind="text" className="lg:col-span-6" model="sketch-text">
          <TextSample />
        </Sample>
        <ScriptSample />
      </div>
    </section>
  )
}

type SampleProps = { kind: Kind; model: string; prompt?: ReactNode; className: string; children: ReactNode }

function Sample({ kind, model, prompt, className, children }: SampleProps) {
  const names = useKindNames()
  const { data: models } = useQuery(modelsQuery())
  const titleId = useId()
  return (
    <article data-kind={kind} aria-labelledby={titleId} className={`flex flex-col ${className}`}>
      <div className="relative flex-1">{children}</div>
      <div className="mt-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 id={titleId} className="flex items-center gap-2.5 self-center text-lg tracking-[-0.01em]">
          <HomeIcon name={kind} className="size-5 shrink-0 text-kind" />
          {names[kind]}
        </h3>
        <Price of={cheapest(models, kind, model)} />
        {prompt}
      </div>
    </article>
  )
}

/** Returns the model that made the sample, or the first available one of its kind if that model is not offered. */
function cheapest(models: readonly Model[] | undefined, kind: Kind, id: string) {
  return models?.find((model) => model.id === id) ?? models?.find(({ type, available }) => type === kind && available)
}

function Price({ of: model }: { of: Model | undefined }) {
  const pricePhrase = usePricePhrase()
  return <p className="text-ink-soft">{model && pricePhrase(model.price)}</p>
}

function Prompt({ of: { words } }: { of: PictureSample }) {
  const { locale } = useSession()
  const prompt = words[locale]
  return (
    <p className="basis-full text-ink-soft">
      <Trans>“{prompt}”</Trans>
    </p>
  )
}

/** A film from a script, with its captions. */
function ScriptSample() {
  const { locale } = useSession()
  const { title, ...sample } = filmSample(locale)
  return (
    <article data-kind="video" aria-labelledby="script-title" className="grid items-center gap-x-8 gap-y-4 lg:col-span-12 lg:grid-cols-2">
      <FilmSample name={title} {...sample} />
      <div>
        <h3 id="script-title" className="text-2xl">
          <Trans>From a script to a film</Trans>
        </h3>
        <p className="mt-2.5 text-lg text-ink-soft">
          <Trans>Paste your script: it becomes shots with voices, music and captions. Then improve them one by one.</Trans>
        </p>
        <Link to="/dashboard" search={{ film: 'new' }} className="link mt-2.5 inline-flex min-h-11 items-center text-lg">
          <Trans>Make a film</Trans>
        </Link>
      </div>
    </article>
  )
}

type FilmSampleProps = { name: string; src: string; still: string; captions?: string; width: number; height: number }

/** Plays muted on hover; a click plays it with sound. */
function FilmSample({ name, src, still, captions, width, height }: FilmSampleProps) {
  const { t } = useLingui()
  return (
    <div data-film className="group relative overflow-hidden rounded-card bg-wash" style={{ aspectRatio: width / height }}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- Without captions, it is music without speech, and the prompt describes the video. */}
      <video src={src} poster={still} preload="none" loop playsInline className="size-full object-cover">
        {captions && <track kind="captions" src={captions} label={t`Subtitles`} default />}
      </video>
      <button
        type="button"
        data-toggle
        data-play={t`Play: ${name}`}
        data-pause={t`Pause: ${name}`}
        aria-label={t`Play: ${name}`}
        // The words of a storyboard stand below.
        className={`absolute inset-0 grid rounded-card p-4 focus-visible:-outline-offset-4 ${captions ? 'place-items-center' : 'items-end justify-items-start'}`}
      >
        <span className="grid size-13 place-items-center rounded-full bg-black/55 text-white backdrop-blur-sm transition-colors group-hover:bg-black/75">
          <PlayIcons drawn={playIcons} className="size-5 fill-current" />
        </span>
      </button>
    </div>
  )
}

function StillSample({ picture }: { picture: PictureSample }) {
  const { locale } = useSession()
  return (
    <img
      src={picture.src}
      srcSet={filesOf(picture)}
      sizes="(min-width: 64rem) 38rem, calc(100vw - 2.5rem)"
      width={picture.width}
      height={picture.height}
      alt={picture.words[locale]}
      loading="lazy"
      decoding="async"
      className="size-full rounded-card bg-wash object-cover max-lg:aspect-4/3 lg:absolute lg:inset-0"
    />
  )
}

function SoundRow({ sample }: { sample: SoundSample }) {
  const { clock } = useFormat()
  const prompt = sample.words
  return (
    <div className="grid gap-3">
      <AudioPlayer
        src={sample.src}
        name={prompt}
        peaks={sample.peaks}
        durationMs={sample.durationMs}
        clock={clock}
        bars={40}
        icons={playIcons}
      />
      <p className="text-ink-soft">
        <Trans>“{prompt}”</Trans>
      </p>
    </div>
  )
}
