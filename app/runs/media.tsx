import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Generation, GenerationFile } from '#app/contract/runs/generations.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { refetchGeneration } from '#app/shell/live/generation-cache.ts'
import { useWorkName } from '#app/shell/media/work-name.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { useMediaQuery } from '#app/ui/page/media-query.ts'
import { isRich } from '#app/ui/text/is-rich.ts'
import { RichText } from '#app/ui/text/rich-text.tsx'
import * as config from '#config'
import { trackOf } from './files.ts'
import { groundOf, posterWidth } from './stills.ts'

const renewAfterMs = (config.generations.fileUrlMaxAge * 1000) / 2

/**
 * Returns a stable URL. Every response of the API signs the same file again; a displayed file keeps its URL while that is valid, so that it
 * is not loaded again.
 */
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

/** Renews an expired link by refetching the generation, once. */
function useRenewal(generationId: string) {
  const queryClient = useQueryClient()
  const asked = useRef(false)
  return () => {
    if (asked.current) return
    asked.current = true
    void refetchGeneration(queryClient, generationId)
  }
}

type MediaProps = { generation: Generation; file: GenerationFile }

type PictureProps = MediaProps & {
  sizes?: 'cover' | 'contain'
  /** The `sizes` of the image where a poster may be enough; absent: loaded at full size. */
  shownAt?: string | undefined
  /** Whether the frame has another shape, so that a placeholder would be visible around the image. */
  loose?: boolean
  /** Whether the frame has the placeholder as its own background. */
  framed?: boolean
}

export function Picture({ generation, file, sizes = 'cover', shownAt, loose = false, framed = false }: PictureProps) {
  const [loaded, setLoaded] = useState(true)
  const src = useSteadyUrl(file.url)
  const poster = useSteadyUrl(file.poster_url ?? '')
  const srcSet = shownAt && poster && file.width ? `${poster} ${Math.min(posterWidth, file.width)}w, ${src} ${file.width}w` : undefined
  const ground = loose ? undefined : groundOf(file)
  const blurred = ground ? null : (file.thumbnail_url ?? file.poster_url)
  const workName = useWorkName()
  const renew = useRenewal(generation.id)
  return (
    <>
      {ground && !framed && <span aria-hidden className="absolute inset-0" style={ground} />}
      {blurred && !loaded && <img src={blurred} alt="" aria-hidden className="absolute inset-0 size-full scale-105 object-cover blur-xl" />}
      <img
        key={src}
        // Server-rendered images appear at once; those still loading fade in over the placeholder.
        ref={(image) => {
          if (image && !image.complete) setLoaded(false)
        }}
        src={src}
        srcSet={srcSet}
        sizes={srcSet && shownAt}
        alt={workName(generation)}
        width={file.width ?? undefined}
        height={file.height ?? undefined}
        loading="lazy"
        decoding="async"
        onLoad={() => setLoaded(true)}
        onError={() => {
          setLoaded(true)
          renew()
        }}
        className={`picture ${sizes === 'cover' ? 'object-cover' : 'object-contain'} ${loaded ? '' : 'opacity-0'}`}
      />
    </>
  )
}

export const VideoPlayer = lazyPart(
  async () => (await import('#app/ui/media/video-player/video-player.tsx')).VideoPlayer,
  ({ poster, ground }) =>
    poster && <img src={poster} alt="" className="absolute inset-0 size-full bg-black object-contain" style={ground} />,
)

export function Film({ generation, file, autoPlay = false }: MediaProps & { autoPlay?: boolean }) {
  const workName = useWorkName()
  const { t } = useLingui()
  const { clock, number } = useFormat()
  const src = useSteadyUrl(file.url)
  const poster = useSteadyUrl(file.poster_url ?? '')
  const track = useSteadyUrl(trackOf(generation.files)?.url ?? '')
  const renew = useRenewal(generation.id)
  const calm = useMediaQuery('(prefers-reduced-motion: reduce)')
  return (
    <VideoPlayer
      src={src}
      ground={groundOf(file)}
      name={t`Video: ${workName(generation)}`}
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
  )
}

/** As high as the player, so that nothing shifts when it loads. */
export const AudioPlayer = lazyPart(
  async () => (await import('#app/ui/media/audio-player.tsx')).AudioPlayer,
  ({ large }) => <div className={large ? 'h-40 pointer-coarse:h-42' : 'h-26 pointer-coarse:h-28'} />,
)

export function Sound({ generation, file, large, className }: MediaProps & { large?: boolean; className?: string }) {
  const workName = useWorkName()
  const { t } = useLingui()
  const { clock, number } = useFormat()
  const src = useSteadyUrl(file.url)
  const renew = useRenewal(generation.id)
  const { peaks, duration_ms } = file
  return (
    <AudioPlayer
      src={src}
      name={t`Audio: ${workName(generation)}`}
      peaks={peaks ?? []}
      durationMs={duration_ms ?? 0}
      clock={clock}
      speedText={(rate) => `${number(rate)}×`}
      onError={renew}
      large={large}
      bare
      className={className}
    />
  )
}

const Markdown = lazyPart(
  async () => (await import('./markdown/markdown.tsx')).default,
  ({ text, writing }) => <Plain text={text} writing={writing} />,
)

function Plain({ text, writing }: { text: string; writing: boolean | undefined }) {
  const caret = writing && <span aria-hidden className="ml-0.5 inline-block h-[1.1em] w-0.5 translate-y-[0.2em] bg-kind-mark" />
  return <RichText text={text} tail={caret} />
}

/** A model's text, untrusted, in a reading column. It ends with a caret while being written. */
export function Prose({ text, writing = false }: { text: string; writing?: boolean }) {
  const plain = <Plain text={text} writing={writing} />
  return (
    // The column is measured in characters of the interface's typeface, which is loaded before the reading face.
    <div aria-busy={writing || undefined} className="max-w-reading text-lg">
      <div className="font-serif">{isRich(text) ? <Markdown text={text} writing={writing} /> : plain}</div>
    </div>
  )
}
