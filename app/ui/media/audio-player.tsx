import { useLingui } from '@lingui/react/macro'
import { Repeat } from 'lucide-react'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { pauseOthers } from './pause-others.ts'
import { PlayIcons } from './play-icons.tsx'
import { Waveform } from './waveform.tsx'

type AudioPlayerProps = {
  src: string
  /** Describes the recording to screen readers. */
  name: string
  peaks: readonly number[]
  durationMs: number
  /** Formats a position: "0:07". */
  clock: (ms: number) => string
  /** Formats a speed: "1.5×". Without it the player has no choice of speed and no repeat, as for a sample. */
  speedText?: ((rate: number) => string) | undefined
  onError?: (() => void) | undefined
  /** Receives the element, for a page that plays from a place of its own, as a transcript does. */
  media?: Ref<HTMLAudioElement | null> | undefined
  /** Called with the position while it plays. */
  onTime?: ((seconds: number) => void) | undefined
  /** With a tall waveform, for a page about sound. */
  large?: boolean | undefined
  className?: string | undefined
  /** Number of bars; by default it depends on the width. */
  bars?: number | undefined
  /** Omits what shows nothing before it plays; not for guests' pages. */
  bare?: boolean | undefined
  /** Drawings of the icons elsewhere in the page. */
  icons?: { play: string; pause: string } | undefined
}

const keyStepSeconds = 5
const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2]

/**
 * The player in the app; on a guest's page, `app/plain/audio.ts` drives the same markup. Play, pause, seeking on the waveform by click,
 * drag or arrow keys; speed and repeat.
 */
// oxlint-disable-next-line max-lines-per-function -- Mostly the markup of one form or panel, read from top to bottom.
export function AudioPlayer({
  src,
  name,
  peaks,
  durationMs,
  clock,
  speedText,
  onError,
  media,
  onTime,
  large = false,
  className = '',
  bars,
  bare,
  icons,
}: AudioPlayerProps) {
  const { t } = useLingui()
  const audio = useRef<HTMLAudioElement>(null)
  useImperativeHandle<HTMLAudioElement | null, HTMLAudioElement | null>(media, () => audio.current, [])
  const [playing, setPlaying] = useState(false)
  const [seconds, setSeconds] = useState(0)
  const [speed, setSpeed] = useState(1)
  const [repeats, setRepeats] = useState(false)
  const total = durationMs / 1000
  const played = total ? seconds / total : 0

  useEffect(() => {
    if (!playing) return
    let frame = requestAnimationFrame(function follow() {
      setSeconds(audio.current?.currentTime ?? 0)
      frame = requestAnimationFrame(follow)
    })
    return () => cancelAnimationFrame(frame)
  }, [playing])

  function toggle() {
    if (playing) audio.current?.pause()
    else void audio.current?.play().catch(() => setPlaying(false))
  }

  function seek(to: number) {
    const place = Math.min(total, Math.max(0, to))
    setSeconds(place)
    if (audio.current) audio.current.currentTime = place
  }

  /** Placeholder that the script replaces. */
  const place = '{place}'
  const whole = clock(durationMs)
  const label = playing ? t`Pause` : t`Play`
  return (
    <div role="group" aria-label={name} data-audio className={`flex gap-4 ${large ? 'items-center' : 'items-start'} ${className}`}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- The text, if any, is the prompt next to it. */}
      <audio
        ref={audio}
        src={src}
        preload="none"
        loop={repeats}
        onPlay={(event) => {
          pauseOthers(event.currentTarget)
          setPlaying(true)
        }}
        onPause={() => setPlaying(false)}
        onTimeUpdate={onTime && (({ currentTarget }) => onTime(currentTarget.currentTime))}
        onEnded={() => seek(0)}
        onError={onError}
      />
      <button
        type="button"
        onClick={toggle}
        data-toggle
        data-playing={playing || undefined}
        data-play={t`Play`}
        data-pause={t`Pause`}
        aria-label={label}
        title={label}
        className={`grid size-13 shrink-0 place-items-center rounded-full bg-ink text-paper transition-colors hover:bg-ink/85 ${large ? 'mb-8' : 'mt-1.5'}`}
      >
        <PlayIcons drawn={icons} className="size-5 fill-current" />
      </button>
      <div className="@container min-w-0 flex-1">
        <div
          className={`relative rounded-control ${large ? 'h-30' : 'h-16'} has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-kind`}
        >
          {bars ? (
            <Waveform peaks={peaks} bars={bars} played={played} bare={bare} className="size-full" />
          ) : (
            <>
              <Waveform peaks={peaks} bars={44} played={played} bare={bare} className="size-full @md:hidden" />
              <Waveform peaks={peaks} bars={96} played={played} bare={bare} className="size-full @max-md:hidden" />
            </>
          )}
          <input
            type="range"
            aria-label={t`Position`}
            aria-valuetext={t`${clock(seconds * 1000)} of ${clock(durationMs)}`}
            data-text={t`${place} of ${whole}`}
            min={0}
            max={total}
            step={0.01}
            value={Math.min(seconds, total)}
            onChange={(event) => seek(event.target.valueAsNumber)}
            onKeyDown={(event) => {
              const step = { ArrowRight: keyStepSeconds, ArrowUp: keyStepSeconds, ArrowLeft: -keyStepSeconds, ArrowDown: -keyStepSeconds }[
                event.key
              ]
              if (event.key === ' ') toggle()
              else if (step !== undefined) seek(seconds + step)
              else return
              event.preventDefault()
            }}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
        </div>
        <div className="tabular mt-1 flex items-center justify-between gap-2 text-sm text-ink-soft">
          <span aria-hidden data-now>
            {clock(seconds * 1000)}
          </span>
          {!speedText && <span aria-hidden>{clock(durationMs)}</span>}
          {speedText && (
            <>
              <span aria-hidden className="flex-1">
                / {clock(durationMs)}
              </span>
              <span className="-mr-2 flex items-center">
                <button
                  type="button"
                  aria-label={t`Repeat`}
                  aria-pressed={repeats}
                  title={t`Repeat`}
                  data-repeat
                  onClick={() => setRepeats(!repeats)}
                  className="grid size-9 place-items-center rounded-control transition-colors hover:bg-ink/7 hover:text-ink aria-pressed:text-kind pointer-coarse:size-11"
                >
                  <Repeat aria-hidden className="size-4.5 in-aria-pressed:stroke-[2.5]" strokeWidth={1.75} />
                </button>
                <select
                  aria-label={t`Speed`}
                  value={speed}
                  onChange={(event) => {
                    const rate = Number(event.target.value)
                    setSpeed(rate)
                    if (audio.current) audio.current.playbackRate = rate
                  }}
                  className="h-9 appearance-none rounded-control bg-transparent px-2 text-center text-ink-soft transition-colors hover:bg-ink/7 hover:text-ink pointer-coarse:h-11 pointer-coarse:text-lg"
                >
                  {speeds.map((rate) => (
                    <option key={rate} value={rate} className="bg-surface text-ink">
                      {speedText(rate)}
                    </option>
                  ))}
                </select>
              </span>
            </>
          )}
        </div>
      </div>
    </div>
  )
}
