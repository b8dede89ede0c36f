import { Trans, useLingui } from '@lingui/react/macro'
import { Pause, Play } from 'lucide-react'
import { type CSSProperties, useEffect, useRef } from 'react'
import type { FilmDocument, Shot } from '#app/contract/films/film-document.ts'
import { partOf } from '#app/contract/films/film-values.ts'
import { linesOf, type Slot, startOfVideo, transitionSeconds } from '#app/contract/films/timeline.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { ControlButton } from '#app/ui/media/video-player/control-button.tsx'
import { CardPicture, movedShare } from './card-picture.tsx'
import { type PreviewClock, useClock } from './preview-clock.ts'
import type { FilmState } from './use-film.ts'

type PreviewProps = { film: FilmDocument; parts: FilmState['parts']; slots: readonly Slot[]; total: number; clock: PreviewClock }

/** Plays what exists, without a run: cards with their camera, and the words as captions. */
export function Preview({ film, parts, slots, total, clock }: PreviewProps) {
  const { t } = useLingui()
  const isPlaying = useClock(clock, (one) => one.isPlaying)
  const toggle = () => (isPlaying ? clock.pause() : clock.play())
  return (
    <div role="group" aria-label={t`Preview`} className="absolute inset-0 bg-black text-white">
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- A shortcut: the button below does the same. */}
      <div className="absolute inset-0" onClick={toggle}>
        <Picture film={film} parts={parts} slots={slots} clock={clock} />
      </div>
      <div className="absolute inset-x-0 bottom-0 bg-linear-to-t from-black/85 via-black/50 to-transparent px-2 pt-8 pb-1 [--kind:white] [--line:rgb(255_255_255/0.35)] [--surface:white]">
        <Position total={total} clock={clock} />
        <div className="flex items-center">
          <ControlButton label={isPlaying ? t`Pause` : t`Play`} onClick={toggle}>
            {isPlaying ? <Pause aria-hidden className="fill-current" /> : <Play aria-hidden className="fill-current" />}
          </ControlButton>
          <Elapsed total={total} clock={clock} />
          <span className="ml-auto truncate px-2 text-sm text-white/80">
            <Trans>Preview without sound</Trans>
          </span>
        </div>
      </div>
    </div>
  )
}

const filled = (share: number): CSSProperties & { '--filled': string } => ({ '--filled': `${share * 100}%` })

function Position({ total, clock }: Pick<PreviewProps, 'total' | 'clock'>) {
  const { t } = useLingui()
  const { clock: time } = useFormat()
  const seconds = useClock(clock, (one) => Math.round(one.seconds * 20) / 20)
  const [place, whole] = [time(seconds * 1_000), time(total * 1_000)]
  return (
    <div className="px-2">
      <input
        type="range"
        aria-label={t`Position`}
        aria-valuetext={t`${place} of ${whole}`}
        min={0}
        max={total || 1}
        step={0.01}
        value={Math.min(seconds, total || 1)}
        onChange={(event) => clock.seek(event.target.valueAsNumber)}
        style={filled(total ? Math.min(1, seconds / total) : 0)}
        className="range block h-8"
      />
    </div>
  )
}

function Elapsed({ total, clock }: { total: number; clock: PreviewClock }) {
  const { clock: time } = useFormat()
  const seconds = useClock(clock, (one) => Math.round(one.seconds))
  return (
    <span aria-hidden className="tabular px-2 text-sm">
      {time(seconds * 1_000)} <span className="text-white/80">/ {time(total * 1_000)}</span>
    </span>
  )
}

/** Index of the shot at a time; that of the last one at the end. */
export function shotAt(slots: readonly Slot[], seconds: number): number {
  const found = slots.findIndex(({ starts, seconds: length }) => seconds < starts + length)
  return found === -1 ? slots.length - 1 : found
}

function Picture({ film, parts, slots, clock }: Omit<PreviewProps, 'total'>) {
  const seconds = useClock(clock, (one) => one.seconds)
  const at = shotAt(slots, seconds)
  const slot = slots[at]
  const shot = slot && film.shots[slot.shot]
  if (!slot || !shot) return null
  const within = Math.max(0, seconds - slot.starts)
  const before = slots[at - 1]
  const previous = before && film.shots[before.shot]
  const fades = shot.transition === 'fade' && previous && within < transitionSeconds
  return (
    <>
      {fades && <Frame film={film} parts={parts} id={before.shot} shot={previous} travel={1} within={before.seconds} clock={clock} />}
      <div className="absolute inset-0" style={fades ? { opacity: within / transitionSeconds } : undefined}>
        <Frame
          film={film}
          parts={parts}
          id={slot.shot}
          shot={shot}
          travel={Math.min(1, within / slot.seconds)}
          within={within}
          clock={clock}
        />
      </div>
      <Dark opacity={darkness(film, slots, at, seconds)} />
      <Caption film={film} slot={slot} shot={shot} within={within} />
    </>
  )
}

type FrameProps = Pick<PreviewProps, 'film' | 'parts' | 'clock'> & { id: string; shot: Shot; travel: number; within: number }

/** The best that a shot has: its video, its picture with the camera's move, or its card. */
function Frame({ film: { roles, shape }, parts, clock, id, shot, travel, within }: FrameProps) {
  const clip = parts.get(partOf.clip(id))?.take
  const still = parts.get(partOf.still(id))?.take
  if (clip?.url)
    return <Clip key={id} src={clip.url} poster={clip.poster_url} within={startOfVideo(shot, clip.duration_ms) + within} clock={clock} />
  if (!still?.url) return <CardPicture shot={shot} roles={roles} shape={shape} travel={travel} />
  return (
    <div className="absolute inset-0 overflow-hidden">
      <img src={still.url} alt="" className="absolute inset-0 size-full object-cover" style={movedShare(shot.camera, travel)} />
    </div>
  )
}

/** Seconds by which a video may be off before it is moved to its place. */
const offBy = 0.25

/** The video of a shot, muted, at the place of the preview. A shorter one stands at its end. */
function Clip({ src, poster, within, clock }: { src: string; poster: string | null; within: number; clock: PreviewClock }) {
  const video = useRef<HTMLVideoElement>(null)
  const isPlaying = useClock(clock, (one) => one.isPlaying)
  useEffect(() => {
    const element = video.current
    if (!element) return
    const place = Math.min(within, Number.isFinite(element.duration) ? element.duration : within)
    if (Math.abs(element.currentTime - place) > offBy || (!isPlaying && element.currentTime !== place)) element.currentTime = place
  }, [within, isPlaying])
  useEffect(() => {
    if (isPlaying) void video.current?.play().catch(() => undefined)
    else video.current?.pause()
  }, [isPlaying])
  return (
    <video
      ref={video}
      aria-hidden
      tabIndex={-1}
      muted
      playsInline
      preload="auto"
      src={src}
      poster={poster ?? undefined}
      className="absolute inset-0 size-full object-cover"
    />
  )
}

/** How black the picture is: a dip takes half of its time from the shot before. */
function darkness(film: FilmDocument, slots: readonly Slot[], at: number, seconds: number): number {
  const half = transitionSeconds / 2
  const [slot, next] = [slots[at], slots[at + 1]]
  if (slot && at > 0 && film.shots[slot.shot]?.transition === 'black' && seconds - slot.starts < half)
    return 1 - (seconds - slot.starts) / half
  if (next && film.shots[next.shot]?.transition === 'black' && next.starts - seconds < half) return 1 - (next.starts - seconds) / half
  return 0
}

function Dark({ opacity }: { opacity: number }) {
  return opacity > 0 && <div aria-hidden className="absolute inset-0 bg-black" style={{ opacity }} />
}

type CaptionProps = { film: FilmDocument; slot: Slot; shot: Shot; within: number }

/** The words that are said now, with the name of who says them. */
function Caption({ film, slot, shot, within }: CaptionProps) {
  const lines = linesOf(slot.shot, shot)
  const now = lines.findIndex(({ starts, seconds }) => within >= starts && within < starts + seconds + 0.15)
  const line = shot.words[now]
  if (!line) return null
  const name = film.roles[line.who]?.name
  return (
    <p className="absolute inset-x-4 bottom-20 mx-auto w-fit max-w-xl text-center text-lg text-balance sm:text-xl">
      <span className="rounded-[6px] box-decoration-clone bg-black/70 px-2.5 py-1">
        {name && <span className="text-white/80">{name}: </span>}
        {line.text}
      </span>
    </p>
  )
}
