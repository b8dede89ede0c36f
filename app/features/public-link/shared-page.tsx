import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronRight, Download } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import type { SharedResult } from '#app/contract/library/shares.ts'
import { Brand } from '#app/shell/chrome/brand.tsx'
import { LocaleSwitch } from '#app/shell/chrome/locale-switch.tsx'
import { usePlainScript } from '#app/shell/document/plain.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon, useKindNames } from '#app/shell/media/kinds.tsx'
import { ThemeSwitch } from '#app/shell/theme/theme-switch.tsx'
import { isCaptions, trackOf } from '#app/runs/files.ts'
import { Prose } from '#app/runs/media.tsx'
import { SourceList } from '#app/runs/source-list.tsx'
import { frameStyle, groundOf, ratioOf } from '#app/runs/stills.ts'
import { ToolStep } from '#app/runs/tool-step.tsx'
import { wholeSeconds } from '#app/runs/whole-seconds.ts'
import { AudioPlayer } from '#app/ui/media/audio-player.tsx'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { PlainVideo } from './plain-video.tsx'
import { type Reported, ReportForm } from './report-form.tsx'

const AppVideo = lazyPart(
  async () => (await import('#app/ui/media/video-player/video-player.tsx')).VideoPlayer,
  ({ poster }) => poster && <img src={poster} alt="" className="absolute inset-0 size-full object-contain" />,
)

const RecipePanel = lazyPart(async () => (await import('./recipe-panel.tsx')).RecipePanel, <div className="h-60" />)

type SharedFile = SharedResult['files'][number]

type SharedPageProps = { token: string; result: SharedResult; reported: Reported | undefined }

/** Shows one result to anyone with its link: the work, its details, then how to make one. */
export function SharedPage({ token, result, reported }: SharedPageProps) {
  const { date } = useFormat()
  const names = useKindNames()
  const { type, title, prompt, model, ai, text, files, locale, created_at, recipe } = result
  const heading = recipe?.name ?? title ?? names[type]
  const results = files.filter((file) => !isCaptions(file))
  const author = recipe?.author
  return (
    <div data-kind={type} className="flex min-h-dvh flex-col">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-2 sm:px-8 sm:py-4">
        <Brand to="/" />
        <p className="text-sm text-ink-soft">
          <Trans>Made with Quartet</Trans>
        </p>
      </header>
      <article className="mx-auto flex w-full max-w-page flex-1 flex-col gap-6 px-4 pt-2 pb-12 sm:px-8">
        {type === 'text' || (type === 'audio' && text !== null) ? (
          <div lang={locale} className="mx-auto w-full max-w-3xl rounded-card border border-line bg-surface p-5 sm:p-10">
            <SharedThinking result={result} />
            {result.tool_steps.length > 0 && (
              <div className="mb-5">
                {result.tool_steps.map((step, index) => (
                  // Steps have no other identity, and never change.
                  <ToolStep key={index} {...step} />
                ))}
              </div>
            )}
            <Prose text={text ?? ''} />
            {type === 'text' && results.length > 0 && (
              <div className="mt-6">
                <Results result={result} files={results} />
              </div>
            )}
            <SharedSources result={result} />
          </div>
        ) : (
          <Results result={result} files={results} />
        )}
        <div className="mx-auto grid w-full max-w-3xl gap-4">
          <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
            <div className="min-w-0 grow basis-64">
              <h1 lang={title && !recipe ? locale : undefined} className="flex items-start gap-2.5 text-2xl wrap-anywhere">
                <KindIcon kind={type} className="mt-1 size-6" />
                {heading}
              </h1>
              <p className="mt-1 text-sm text-ink-soft">
                {author && (
                  <>
                    <Trans>Recipe by {author}</Trans>
                    {' · '}
                  </>
                )}
                {model} · <time dateTime={created_at}>{date(created_at)}</time>
                {ai && (
                  <>
                    {' · '}
                    <Trans>AI-generated</Trans>
                  </>
                )}
              </p>
            </div>
            {results.length === 1 && results[0] && <Save file={results[0]} />}
          </div>
          {recipe && <RecipePart recipe={recipe} token={token} />}
          {prompt && !recipe && (
            <section aria-labelledby="prompt">
              <h2 id="prompt" className="mb-1 text-sm font-medium tracking-normal text-ink-soft">
                <Trans>Prompt</Trans>
              </h2>
              <p lang={locale} className="max-w-reading text-lg wrap-anywhere whitespace-pre-line">
                {prompt}
              </p>
            </section>
          )}
        </div>
      </article>
      <footer className="border-t border-line">
        <div className="mx-auto flex w-full max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-6 px-4 py-8 sm:px-8">
          <div className="grid max-w-xl gap-3">
            <p className="text-lg">
              <Trans>Quartet turns a sentence into video, images, audio and text.</Trans>
            </p>
            <div>
              <ButtonLink to="/">
                <Trans>Make your own</Trans>
              </ButtonLink>
            </div>
          </div>
          <div className="flex flex-wrap gap-3">
            <LocaleSwitch />
            <ThemeSwitch />
          </div>
          {!recipe?.built_in && <ReportForm reported={reported} />}
        </div>
      </footer>
    </div>
  )
}

/** The sentence and the form of a recipe. */
function RecipePart(props: ComponentProps<typeof RecipePanel>) {
  const { about } = props.recipe
  return (
    <>
      {about && <p className="max-w-reading text-lg wrap-anywhere">{about}</p>}
      <RecipePanel {...props} />
    </>
  )
}

/** The model's reasoning, folded, which opens without a script. */
function SharedThinking({ result: { thinking, thinking_ms: ms } }: { result: SharedResult }) {
  const { duration } = useFormat()
  if (!thinking) return null
  return (
    <details className="group/thinking mb-5">
      <summary className="-ml-2 inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 rounded-control px-2 text-sm text-ink-soft hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden strokeWidth={1.75} className="size-4 transition-transform group-open/thinking:rotate-90" />
        {ms ? <Trans>Thought for {duration(wholeSeconds(ms))}</Trans> : <Trans>Thinking</Trans>}
      </summary>
      <p className="border-l-2 border-line pl-4 wrap-anywhere whitespace-pre-wrap text-ink-soft">{thinking}</p>
    </details>
  )
}

function SharedSources({ result: { sources } }: { result: SharedResult }) {
  if (!sources || sources.length === 0) return null
  return (
    <section aria-labelledby="sources" className="mt-8 border-t border-line pt-5">
      <h2 id="sources" className="text-sm font-medium tracking-normal text-ink-soft">
        <Trans>Sources</Trans>
      </h2>
      <SourceList sources={sources} />
    </section>
  )
}

/** Returns the name of a work whose prompt is hidden. */
function useName({ title, prompt, type }: SharedResult): string {
  const { t } = useLingui()
  const names = {
    image: t`Image made with Quartet`,
    video: t`Video made with Quartet`,
    audio: t`Audio made with Quartet`,
    text: '',
  }
  return title ?? prompt ?? names[type]
}

function Results({ result, files }: { result: SharedResult; files: readonly SharedFile[] }) {
  const { t } = useLingui()
  const { clock, number } = useFormat()
  const name = useName(result)
  const plain = usePlainScript()
  const VideoPlayer = import.meta.env.SSR && plain ? PlainVideo : AppVideo
  const speedText = (rate: number) => `${number(rate)}×`
  const [file] = files
  if (!file) return null
  if (result.type === 'audio') {
    return (
      <div className="mx-auto my-auto w-full max-w-3xl rounded-sheet border border-line bg-surface p-6 sm:p-10">
        <AudioPlayer
          src={file.url}
          name={name}
          peaks={file.peaks ?? []}
          durationMs={file.duration_ms ?? 0}
          clock={clock}
          speedText={speedText}
        />
      </div>
    )
  }
  if (result.type === 'video') {
    return (
      <Frame file={file}>
        <VideoPlayer
          src={file.url}
          name={name}
          poster={file.poster_url ?? undefined}
          ground={groundOf(file)}
          captions={trackOf(result.files)?.url}
          width={file.width ?? undefined}
          height={file.height ?? undefined}
          durationMs={file.duration_ms ?? 0}
          clock={clock}
          speedText={speedText}
        />
      </Frame>
    )
  }
  if (files.length === 1) return <Still file={file} name={name} label={t`Open image`} />
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {files.map((one, index) => {
        const place = index + 1
        return (
          <li key={one.url} className="relative">
            <Still file={one} name={name} label={t`Open image ${place}`} fill />
            <div className="absolute top-2 right-2">
              <Save file={one} place={place} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function Still({ file, name, label, fill = false }: { file: SharedFile; name: string; label: string; fill?: boolean }) {
  return (
    <Frame file={file} fill={fill}>
      <a href={file.url} title={label} className="absolute inset-0 cursor-zoom-in outline-offset-[-3px]">
        <img
          src={file.url}
          alt={name}
          width={file.width ?? undefined}
          height={file.height ?? undefined}
          className="size-full object-contain"
        />
      </a>
    </Frame>
  )
}

function Frame({ file, fill = false, children }: { file: SharedFile; fill?: boolean; children: ReactNode }) {
  const ratio = ratioOf(file)
  return (
    <div
      className="relative mx-auto overflow-hidden rounded-card bg-wash"
      style={{ ...(fill ? { aspectRatio: String(ratio) } : frameStyle(ratio, 'min(78dvh, 56rem)')), ...groundOf(file) }}
    >
      {children}
    </div>
  )
}

function Save({ file, place }: { file: SharedFile; place?: number }) {
  const { t } = useLingui()
  const { bytes } = useFormat()
  if (place !== undefined) {
    return (
      <a
        href={`${file.url}?download=1`}
        download
        aria-label={t`Download image ${place}`}
        title={t`Download`}
        className="grid size-11 place-items-center rounded-control bg-surface/90 transition-colors hover:bg-surface"
      >
        <Download aria-hidden className="size-5" strokeWidth={1.75} />
      </a>
    )
  }
  return (
    <a
      href={`${file.url}?download=1`}
      download
      className="inline-flex min-h-11 items-center gap-2 rounded-control border border-edge bg-surface px-4.5 font-medium transition-colors hover:bg-wash"
    >
      <Download aria-hidden className="size-5" strokeWidth={1.75} />
      <Trans>Download</Trans>
      <span className="tabular text-sm font-normal text-ink-soft">{bytes(file.bytes)}</span>
    </a>
  )
}
