import { Menu } from '@base-ui/react/menu'
import { Trans, useLingui } from '@lingui/react/macro'
import { useHydrated } from '@tanstack/react-router'
import {
  Captions,
  CaptionsOff,
  Check,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  Repeat,
  Settings2,
  SkipBack,
  SkipForward,
  Volume2,
  VolumeX,
} from 'lucide-react'
import {
  type ComponentProps,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { pauseOthers } from './pause-others.ts'

type VideoPlayerProps = {
  src: string
  /** What is seen, for screen readers. */
  name: string
  poster?: string | undefined
  /** What is seen under the poster until it has arrived. */
  ground?: CSSProperties | undefined
  /** WebVTT. */
  captions?: string | undefined
  width?: number | undefined
  height?: number | undefined
  durationMs: number
  autoPlay?: boolean | undefined
  /** A place in the film in words: "0:07". */
  clock: (ms: number) => string
  /** A speed in words: "1.5×". */
  speedText: (rate: number) => string
  onError?: (() => void) | undefined
}

const speeds = [0.25, 0.5, 1, 1.25, 1.5, 2]
const seekSeconds = 5
const volumeStep = 0.1
/** Until the film itself has told. */
const usualFrameSeconds = 1 / 24
/** Nobody moves, the film plays: the controls go out of the way. */
const idleMs = 2_500

/**
 * A film with controls of its own: all by pointer, touch and keys. Before the page lives, and without a script, the browser's own are there.
 * Keys, wherever in the player the focus is: space or K, ← → five seconds, ↑ ↓ volume, M, C, L, P, F, comma and point by a frame, < > speed, 0–9.
 */
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
}: VideoPlayerProps) {
  const { t } = useLingui()
  const live = useHydrated()
  const root = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const frameSeconds = useRef(usualFrameSeconds)
  const [playing, setPlaying] = useState(false)
  const [begun, setBegun] = useState(false)
  const [seconds, setSeconds] = useState(0)
  const [known, setKnown] = useState(durationMs / 1000)
  const [sound, setSound] = useState({ volume: 1, muted: false })
  const [speed, setSpeed] = useState(1)
  const [repeats, setRepeats] = useState(true)
  const [captioned, setCaptioned] = useState(true)
  const [isFull, setIsFull] = useState(false)
  const [awake, setAwake] = useState(false)
  const [menuOpen, setMenuOpen] = useState(false)
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined)
  const total = known || 0
  // Before it has begun there is its still, and one button on it.
  const shown = (begun && !playing) || awake || menuOpen

  useFollow(video, playing, setSeconds, frameSeconds)

  useEffect(() => {
    const element = root.current
    const onChange = () => setIsFull(document.fullscreenElement === element)
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }, [])

  useEffect(() => () => clearTimeout(idle.current), [])

  function stir() {
    setAwake(true)
    clearTimeout(idle.current)
    idle.current = setTimeout(() => setAwake(false), idleMs)
  }

  function toggle() {
    const film = video.current
    if (!film) return
    if (film.paused) void film.play().catch(() => setPlaying(false))
    else film.pause()
    stir()
  }

  function seek(to: number) {
    const film = video.current
    if (!film) return
    const place = Math.min(Math.max(0, to), film.duration || total)
    film.currentTime = place
    setSeconds(place)
    setBegun(true)
    stir()
  }

  function step(frames: number) {
    video.current?.pause()
    seek((video.current?.currentTime ?? 0) + frames * frameSeconds.current)
  }

  function change(settings: Partial<Pick<HTMLVideoElement, 'volume' | 'muted' | 'playbackRate' | 'loop'>>) {
    if (video.current) Object.assign(video.current, settings)
    stir()
  }
  const setVolume = (volume: number) => change({ volume: Math.min(1, Math.max(0, volume)), muted: false })
  const changeSpeed = (rate: number) => {
    setSpeed(rate)
    change({ playbackRate: rate })
  }
  function changeCaptioned(on: boolean) {
    showCaptions(video.current, on)
    setCaptioned(on)
    stir()
  }
  const changeRepeats = (loop: boolean) => {
    setRepeats(loop)
    change({ loop })
  }

  function toggleFull() {
    const film = video.current
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (document.fullscreenEnabled) void root.current?.requestFullscreen().catch(() => undefined)
    // A phone of Apple's shows only the film itself on the full screen.
    else if (film && 'webkitEnterFullscreen' in film && typeof film.webkitEnterFullscreen === 'function') film.webkitEnterFullscreen()
  }

  function togglePictureInPicture() {
    if (document.pictureInPictureElement) void document.exitPictureInPicture()
    else void video.current?.requestPictureInPicture().catch(() => undefined)
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.altKey || event.metaKey || event.ctrlKey || event.defaultPrevented) return
    const onButton = event.target instanceof HTMLElement && event.target.closest('button, [role^="menu"]') !== null
    const at = video.current?.currentTime ?? 0
    const nearest = speeds.indexOf(speed)
    const keys: Record<string, () => void> = {
      k: toggle,
      ArrowLeft: () => seek(at - seekSeconds),
      ArrowRight: () => seek(at + seekSeconds),
      ArrowUp: () => setVolume((video.current?.volume ?? 1) + volumeStep),
      ArrowDown: () => setVolume((video.current?.volume ?? 1) - volumeStep),
      Home: () => seek(0),
      End: () => seek(total),
      m: () => change({ muted: !sound.muted }),
      c: () => changeCaptioned(!captioned),
      l: () => changeRepeats(!repeats),
      p: togglePictureInPicture,
      f: toggleFull,
      ',': () => step(-1),
      '.': () => step(1),
      '<': () => changeSpeed(speeds[Math.max(0, nearest - 1)] ?? 1),
      '>': () => changeSpeed(speeds[Math.min(speeds.length - 1, nearest + 1)] ?? 1),
      ...(onButton ? {} : { ' ': toggle }),
      ...Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [String(digit), () => seek((total * digit) / 10)])),
    }
    const act = keys[keyOf(event)]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  const filled = (share: number): CSSProperties & { '--filled': string } => ({ '--filled': `${share * 100}%` })
  const played = total ? Math.min(1, seconds / total) : 0
  const silent = sound.muted || sound.volume === 0
  const place = clock(seconds * 1000)
  const whole = clock(total * 1000)

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- It hears the keys of the controls in it.
    <div
      ref={root}
      role="group"
      aria-label={name}
      tabIndex={-1}
      data-own-keys
      onKeyDown={onKeyDown}
      onPointerMove={stir}
      onFocus={stir}
      onPointerLeave={(event) => event.pointerType === 'mouse' && setAwake(false)}
      className={`@container absolute inset-0 bg-black text-white outline-none ${shown || !begun ? '' : 'cursor-none'}`}
      style={begun ? undefined : ground}
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption, jsx-a11y/no-noninteractive-element-interactions -- Captions are there where there is speech. A press on the film itself is a shortcut: the buttons below do the same. */}
      <video
        ref={video}
        controls={!live}
        playsInline
        loop={repeats}
        autoPlay={autoPlay}
        preload={poster ? 'none' : 'metadata'}
        src={src}
        poster={poster}
        width={width}
        height={height}
        aria-label={name}
        onClick={(event) => {
          // The first tap of a finger brings the controls back.
          if (playing && !shown && window.matchMedia('(pointer: coarse)').matches) stir()
          else toggle()
          event.currentTarget.parentElement?.focus({ preventScroll: true })
        }}
        onPlay={(event) => {
          pauseOthers(event.currentTarget)
          setPlaying(true)
          setBegun(true)
          stir()
        }}
        onPause={() => setPlaying(false)}
        onTimeUpdate={(event) => setSeconds(event.currentTarget.currentTime)}
        onDurationChange={(event) => Number.isFinite(event.currentTarget.duration) && setKnown(event.currentTarget.duration)}
        onVolumeChange={({ currentTarget: { volume, muted } }) => setSound({ volume, muted })}
        onError={onError}
        className={`absolute inset-0 size-full object-contain ${shown ? '[&::-webkit-media-text-track-container]:-translate-y-20' : ''}`}
      >
        {captions && <track key={captions} kind="captions" src={captions} label={t`Subtitles`} default />}
      </video>
      {live && (
        <>
          {!begun && (
            <button
              type="button"
              onClick={() => {
                toggle()
                // It goes away; the keys go on being heard.
                root.current?.focus({ preventScroll: true })
              }}
              aria-label={t`Play`}
              className="absolute top-1/2 left-1/2 grid size-16 -translate-1/2 place-items-center rounded-full bg-black/60 transition-colors hover:bg-black/80"
            >
              <Play aria-hidden className="size-7 translate-x-0.5 fill-current" strokeWidth={1.75} />
            </button>
          )}
          <div
            data-shown={shown}
            className="absolute inset-x-0 bottom-0 bg-linear-to-t from-black/85 via-black/55 to-transparent px-2 pt-8 pb-1 transition-opacity duration-200 focus-within:opacity-100 data-[shown=false]:opacity-0 [--kind:white] [--line:rgb(255_255_255/0.35)] [--surface:white]"
          >
            <div className="px-2">
              <input
                type="range"
                aria-label={t`Position`}
                aria-valuetext={t`${place} of ${whole}`}
                min={0}
                max={total || 1}
                step={0.01}
                value={Math.min(seconds, total || 1)}
                onChange={(event) => seek(event.target.valueAsNumber)}
                style={filled(played)}
                className="range block h-8"
              />
            </div>
            <div className="flex items-center">
              <Control label={playing ? t`Pause` : t`Play`} onClick={toggle}>
                {playing ? <Pause aria-hidden className="fill-current" /> : <Play aria-hidden className="fill-current" />}
              </Control>
              <div className="group/sound flex items-center @max-xs:hidden">
                <Control label={t`Mute`} pressed={silent} onClick={() => change({ muted: !sound.muted })}>
                  {silent ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}
                </Control>
                <input
                  type="range"
                  aria-label={t`Volume`}
                  aria-valuetext={`${Math.round((silent ? 0 : sound.volume) * 100)}%`}
                  min={0}
                  max={1}
                  step={0.05}
                  value={silent ? 0 : sound.volume}
                  onChange={(event) => setVolume(event.target.valueAsNumber)}
                  onKeyDown={(event) => event.key.startsWith('Arrow') && event.stopPropagation()}
                  style={filled(silent ? 0 : sound.volume)}
                  className="range h-11 !w-0 opacity-0 transition-[width,opacity] group-hover/sound:!w-18 group-hover/sound:opacity-100 focus-visible:!w-18 focus-visible:opacity-100 pointer-coarse:hidden"
                />
              </div>
              <span aria-hidden className="tabular min-w-0 flex-1 truncate px-2 text-sm">
                {place} <span className="text-white/80">/ {whole}</span>
              </span>
              {captions && (
                <Control label={t`Subtitles`} pressed={captioned} onClick={() => changeCaptioned(!captioned)}>
                  {captioned ? <Captions aria-hidden /> : <CaptionsOff aria-hidden />}
                </Control>
              )}
              <Menu.Root modal={false} open={menuOpen} onOpenChange={setMenuOpen}>
                <Menu.Trigger
                  render={
                    <Control label={t`Playback`}>
                      <Settings2 aria-hidden />
                    </Control>
                  }
                />
                {/* Inside the player, so that it is there on the full screen too. */}
                <Menu.Portal container={root}>
                  <Menu.Positioner side="top" align="end" sideOffset={6} className="z-50 outline-none">
                    <Menu.Popup
                      aria-label={t`Playback`}
                      className="max-h-(--available-height) min-w-52 overflow-y-auto rounded-card border border-white/15 bg-black/90 p-1.5 text-white outline-none"
                    >
                      <Menu.RadioGroup value={speed} onValueChange={(value: number) => changeSpeed(value)} aria-label={t`Speed`}>
                        <div className="grid grid-cols-3">
                          {speeds.map((rate) => (
                            <Menu.RadioItem
                              key={rate}
                              value={rate}
                              closeOnClick={false}
                              className={`${item} justify-center data-checked:bg-white/20 data-checked:font-medium`}
                            >
                              {speedText(rate)}
                            </Menu.RadioItem>
                          ))}
                        </div>
                      </Menu.RadioGroup>
                      <Menu.CheckboxItem checked={repeats} onCheckedChange={changeRepeats} closeOnClick={false} className={item}>
                        <Repeat aria-hidden className="size-5" strokeWidth={1.75} />
                        <span className="flex-1">
                          <Trans>Repeat</Trans>
                        </span>
                        <Menu.CheckboxItemIndicator render={<Check aria-hidden className="size-4.5" />} />
                      </Menu.CheckboxItem>
                      <Menu.Item closeOnClick={false} onClick={() => step(-1)} className={item}>
                        <SkipBack aria-hidden className="size-5" strokeWidth={1.75} />
                        <Trans>One frame back</Trans>
                      </Menu.Item>
                      <Menu.Item closeOnClick={false} onClick={() => step(1)} className={item}>
                        <SkipForward aria-hidden className="size-5" strokeWidth={1.75} />
                        <Trans>One frame on</Trans>
                      </Menu.Item>
                      {document.pictureInPictureEnabled && (
                        <Menu.Item onClick={togglePictureInPicture} className={item}>
                          <PictureInPicture2 aria-hidden className="size-5" strokeWidth={1.75} />
                          <Trans>Picture in picture</Trans>
                        </Menu.Item>
                      )}
                    </Menu.Popup>
                  </Menu.Positioner>
                </Menu.Portal>
              </Menu.Root>
              <Control label={isFull ? t`Leave full screen` : t`Full screen`} onClick={toggleFull}>
                {isFull ? <Minimize aria-hidden /> : <Maximize aria-hidden />}
              </Control>
            </div>
          </div>
        </>
      )}
    </div>
  )
}

const item = 'flex min-h-11 cursor-default items-center gap-3 rounded-[8px] px-3 py-2 outline-none select-none data-highlighted:bg-white/15'

type ControlProps = Omit<ComponentProps<'button'>, 'aria-label'> & { label: string; pressed?: boolean; children: ReactNode }

function Control({ label, pressed, children, ...props }: ControlProps) {
  return (
    <button
      {...props}
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      className="grid size-11 shrink-0 place-items-center rounded-control transition-colors hover:bg-white/15 focus-visible:outline-white [&_svg]:size-5 [&_svg]:stroke-[1.75]"
    >
      {children}
    </button>
  )
}

function showCaptions(film: HTMLVideoElement | null, on: boolean) {
  const track = film?.textTracks[0]
  if (track) track.mode = on ? 'showing' : 'hidden'
}

/** By its place on the keyboard, so that it is the same key where another alphabet is typed. */
function keyOf({ key, code, shiftKey }: KeyboardEvent): string {
  if (code === 'Comma') return shiftKey ? '<' : ','
  if (code === 'Period') return shiftKey ? '>' : '.'
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key
}

/** Keeps the clock moving while it plays, ten times a second, and learns how long one frame is. */
function useFollow(
  video: RefObject<HTMLVideoElement | null>,
  playing: boolean,
  onPlace: (seconds: number) => void,
  frameSeconds: RefObject<number>,
) {
  useEffect(() => {
    const film = video.current
    if (!playing || !film) return
    const timer = setInterval(() => onPlace(film.currentTime), 100)
    let last: number | undefined
    let asked: number | undefined
    // Not in every browser.
    if ('requestVideoFrameCallback' in film) {
      const onFrame: VideoFrameRequestCallback = (_now, { mediaTime }) => {
        const passed = last === undefined ? 0 : mediaTime - last
        if (passed > 0.005 && passed < 0.2 && film.playbackRate <= 1) frameSeconds.current = passed
        last = mediaTime
        asked = film.requestVideoFrameCallback(onFrame)
      }
      asked = film.requestVideoFrameCallback(onFrame)
    }
    return () => {
      clearInterval(timer)
      if (asked !== undefined) film.cancelVideoFrameCallback(asked)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- Setters and refs never change.
  }, [playing])
}
