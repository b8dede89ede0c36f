import { useLingui } from '@lingui/react/macro'
import { useHydrated } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { type CSSProperties, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { Controls, type ControlsProps } from './controls.tsx'
import { onKey } from './on-key.ts'
import { usePlayer } from './use-player.ts'

type VideoPlayerProps = Pick<ControlsProps, 'clock' | 'speedText'> & {
  src: string
  /** Describes the video to screen readers. */
  name: string
  poster?: string | undefined
  /** Shown until the poster has loaded. */
  ground?: CSSProperties | undefined
  /** Address of a WebVTT file. */
  captions?: string | undefined
  width?: number | undefined
  height?: number | undefined
  durationMs: number
  autoPlay?: boolean | undefined
  onError?: (() => void) | undefined
  /** Receives the element, for a page that plays from a place of its own, as a transcript does. */
  media?: Ref<HTMLVideoElement | null> | undefined
  /** Called with the position while it plays. */
  onTime?: ((seconds: number) => void) | undefined
}

/** A video with its own controls for pointer, touch and keys; the browser's own until the page is hydrated. */
export function VideoPlayer({
  src,
  name,
  poster,
  ground,
  captions,
  width,
  height,
  durationMs,
  autoPlay = false,
  clock,
  speedText,
  onError,
  media,
  onTime,
}: VideoPlayerProps) {
  const { t } = useLingui()
  const hydrated = useHydrated()
  const root = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  useImperativeHandle<HTMLVideoElement | null, HTMLVideoElement | null>(media, () => video.current, [])
  const player = usePlayer(root, video, { durationMs, onTime })
  const [menuOpen, setMenuOpen] = useState(false)
  const { playing, started, awake, wake, toggle } = player
  const shown = (started && !playing) || awake || menuOpen
  const focus = () => root.current?.focus({ preventScroll: true })

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Receives the keys of the controls in it.
    <div
      ref={root}
      role="group"
      aria-label={name}
      tabIndex={-1}
      data-own-keys
      onKeyDown={(event) => onKey(event, player)}
      onPointerMove={wake}
      onFocus={wake}
      onPointerLeave={(event) => event.pointerType === 'mouse' && player.sleep()}
      className={`@container absolute inset-0 bg-black text-white outline-none ${shown || !started ? '' : 'cursor-none'}`}
      style={started ? undefined : ground}
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- Only speech has captions. Clicking the video is a shortcut: the buttons below do the same. */}
      <video
        ref={video}
        controls={!hydrated}
        playsInline
        loop={player.repeats}
        autoPlay={autoPlay}
        preload={poster ? 'none' : 'metadata'}
        src={src}
        poster={poster}
        width={width}
        height={height}
        aria-label={name}
        onClick={() => {
          // The first tap of a finger only brings the controls back.
          if (playing && !shown && window.matchMedia('(pointer: coarse)').matches) wake()
          else toggle()
          focus()
        }}
        {...player.events}
        onError={onError}
        className={`absolute inset-0 size-full object-contain ${shown ? '[&::-webkit-media-text-track-container]:-translate-y-20' : ''}`}
      >
        {captions && <track key={captions} kind="captions" src={captions} label={t`Subtitles`} default />}
      </video>
      {hydrated && (
        <>
          {!started && (
            <button
              type="button"
              onClick={() => {
                toggle()
                // The button disappears; the keys need the focus to stay in the player.
                focus()
              }}
              aria-label={t`Play`}
              className="absolute top-1/2 left-1/2 grid size-16 -translate-1/2 place-items-center rounded-full bg-black/60 transition-colors hover:bg-black/80"
            >
              <Play aria-hidden className="size-7 translate-x-0.5 fill-current" strokeWidth={1.75} />
            </button>
          )}
          <Controls
            player={player}
            shown={shown}
            hasCaptions={Boolean(captions)}
            menuOpen={menuOpen}
            onMenuOpenChange={setMenuOpen}
            clock={clock}
            speedText={speedText}
          />
        </>
      )}
    </div>
  )
}
