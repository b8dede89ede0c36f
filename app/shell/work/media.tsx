import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { ClientOnly } from '@tanstack/react-router'
import { type CSSProperties, lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Generation, GenerationFile } from '#app/contract/generations.ts'
import { AudioPlayer } from '#app/ui/audio-player.tsx'
import { useMediaQuery } from '#app/ui/media-query.ts'
import { RichText } from '#app/ui/rich-text.tsx'
import { config } from '#config'
import { useFormat } from '../format.ts'
import { refetchGeneration } from '../generation-cache.ts'
import { trackOf } from './files.ts'

const renewAfterMs = (config.generations.fileUrlMaxAge * 1000) / 2

/** Every answer of the API signs the same file anew; a picture on screen keeps its address while that one is good, so that it is not loaded again. */
function useSteadyUrl(fresh: string): string {
  const [kept, setKept] = useState(fresh)
  const keptSince = useRef(0)
  useEffect(() => {
    const now = performance.now()
    if (keptSince.current === 0) keptSince.current = now
    if (kept === fresh || now - keptSince.current < renewAfterMs) return
    keptSince.current = now
    setKept(fresh)
  }, [kept, fresh])
  return kept
}

/** A link that has run out is renewed by asking for the generation again, once. */
function useRenewal(generationId: string) {
  const queryClient = useQueryClient()
  const asked = useRef(false)
  return () => {
    if (asked.current) return
    asked.current = true
    void refetchGeneration(queryClient, generationId)
  }
}

export function ratioOf({ width, height }: Pick<GenerationFile, 'width' | 'height'>): number {
  return width && height ? width / height : 16 / 9
}

/** How wide a poster and a thumbnail are, unless the work itself is smaller. */
const posterWidth = 640
const thumbnailWidth = 320

/** The stills of a work for an `<img>`: the smallest first, each with its width. */
export function stillsOf({ thumbnail_url, poster_url, width }: GenerationFile): { src: string | undefined; srcSet: string | undefined } {
  const own = width ?? posterWidth
  const stills = [
    { url: thumbnail_url, width: Math.min(thumbnailWidth, own) },
    { url: poster_url, width: Math.min(posterWidth, own) },
  ].filter(({ url }) => url !== null)
  return {
    src: poster_url ?? thumbnail_url ?? undefined,
    srcSet: stills.map((still) => `${still.url} ${still.width}w`).join(', ') || undefined,
  }
}

/** The ratio a run will have, from its options; so that its place is kept while it is made. */
export function expectedRatio({ options, files }: Pick<Generation, 'options' | 'files'>): number {
  if (files[0]?.width) return ratioOf(files[0])
  for (const value of Object.values(options)) {
    const shape = typeof value === 'string' ? /^(\d{1,4})[:x×](\d{1,4})$/.exec(value) : null
    if (shape?.[1] && shape[2]) return Number(shape[1]) / Number(shape[2])
  }
  return 1
}

/** Fills the width, unless it would be too tall for the window: then it is as wide as its ratio allows. */
export function frameStyle(ratio: number, maxHeight = 'min(68dvh, 34rem)'): CSSProperties {
  return { aspectRatio: String(ratio), width: `min(100%, calc(${maxHeight} * ${ratio.toFixed(4)}))` }
}

type MediaProps = { generation: Generation; file: GenerationFile }

type PictureProps = MediaProps & {
  sizes?: 'cover' | 'contain'
  /** How wide it is shown at most, as in `sizes` of an image, where its still may be enough. Left out: it is loaded whole. */
  shownAt?: string | undefined
}

export function Picture({ generation, file, sizes = 'cover', shownAt }: PictureProps) {
  const [loaded, setLoaded] = useState(true)
  const src = useSteadyUrl(file.url)
  const poster = useSteadyUrl(file.poster_url ?? '')
  const srcSet = shownAt && poster && file.width ? `${poster} ${Math.min(posterWidth, file.width)}w, ${src} ${file.width}w` : undefined
  const blurred = file.thumbnail_url ?? file.poster_url
  const renew = useRenewal(generation.id)
  return (
    <>
      {blurred && !loaded && <img src={blurred} alt="" aria-hidden className="absolute inset-0 size-full scale-105 object-cover blur-xl" />}
      <img
        key={src}
        // Seen from the server it is there at once; what the browser has still to fetch fades in over its poster.
        ref={(image) => {
          if (image && !image.complete) setLoaded(false)
        }}
        src={src}
        srcSet={srcSet}
        sizes={srcSet && shownAt}
        alt={generation.title ?? generation.prompt}
        width={file.width ?? undefined}
        height={file.height ?? undefined}
        loading="lazy"
        decoding="async"
        onLoad={() => setLoaded(true)}
        onError={() => {
          setLoaded(true)
          renew()
        }}
        className={`absolute inset-0 size-full transition-opacity duration-300 ${sizes === 'cover' ? 'object-cover' : 'object-contain'} ${loaded ? '' : 'opacity-0'}`}
      />
    </>
  )
}

const VideoPlayer = lazy(async () => ({ default: (await import('#app/ui/video-player.tsx')).VideoPlayer }))

export function Film({ generation, file, autoPlay = false }: MediaProps & { autoPlay?: boolean }) {
  const { t } = useLingui()
  const { clock, number } = useFormat()
  const src = useSteadyUrl(file.url)
  const poster = useSteadyUrl(file.poster_url ?? '')
  const track = useSteadyUrl(trackOf(generation.files)?.url ?? '')
  const renew = useRenewal(generation.id)
  const calm = useMediaQuery('(prefers-reduced-motion: reduce)')
  return (
    <Suspense fallback={poster && <img src={poster} alt="" className="absolute inset-0 size-full bg-black object-contain" />}>
      <VideoPlayer
        src={src}
        name={t`Video: ${generation.title ?? generation.prompt}`}
        poster={poster || undefined}
        captions={track || undefined}
        width={file.width ?? undefined}
        height={file.height ?? undefined}
        durationMs={file.duration_ms ?? 0}
        autoPlay={autoPlay && !calm}
        clock={clock}
        speedText={(rate) => `${number(rate)}×`}
        onError={renew}
      />
    </Suspense>
  )
}

export function Sound({ generation, file, className }: MediaProps & { className?: string }) {
  const { t } = useLingui()
  const { clock, number } = useFormat()
  const src = useSteadyUrl(file.url)
  const renew = useRenewal(generation.id)
  const { peaks, duration_ms } = file
  return (
    <AudioPlayer
      src={src}
      name={t`Audio: ${generation.title ?? generation.prompt}`}
      peaks={peaks ?? []}
      durationMs={duration_ms ?? 0}
      clock={clock}
      speedText={(rate) => `${number(rate)}×`}
      onError={renew}
      className={className}
    />
  )
}

const Markdown = lazy(() => import('./markdown/markdown.tsx'))

/** More than headings, lists and bold words: then it takes a reader of Markdown, which is large and comes when it is needed. */
const rich = /[`|<>$\\_~]|\]\(|https?:|(?<!\*)\*(?![*\s])|^\s*(?:-{3,}|\*{3,})\s*$|^\s+(?:[-*+]|\d+[.)])\s|^\s*[-*+] \[[ xX]\]/m

/** A reading column, for words of a model: untrusted. While more is being written a caret stands at its end. */
export function Prose({ text, writing = false }: { text: string; writing?: boolean }) {
  const plain = (
    <RichText
      text={text}
      tail={writing && <span aria-hidden className="ml-0.5 inline-block h-[1.1em] w-0.5 translate-y-[0.2em] bg-kind-mark" />}
    />
  )
  return (
    <div aria-busy={writing || undefined} className="max-w-reading text-lg">
      {rich.test(text) ? (
        <ClientOnly fallback={plain}>
          <Suspense fallback={plain}>
            <Markdown text={text} writing={writing} />
          </Suspense>
        </ClientOnly>
      ) : (
        plain
      )}
    </div>
  )
}
