import { type RefObject, type SyntheticEvent, useState } from 'react'
import { pauseOthers } from '../pause-others.ts'
import { useAwake } from './use-awake.ts'
import { useFullscreen } from './use-fullscreen.ts'
import { usePlayhead } from './use-playhead.ts'

type VideoEvent = SyntheticEvent<HTMLVideoElement>

/** State of the player, and the commands of its controls and keys. The video element is authoritative; the state follows its events. */
export function usePlayer(
  root: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
  { durationMs, onTime }: { durationMs: number; onTime?: ((seconds: number) => void) | undefined },
) {
  const [playing, setPlaying] = useState(false)
  const [started, setStarted] = useState(false)
  const [seconds, setSeconds] = useState(0)
  const [total, setTotal] = useState(durationMs / 1000 || 0)
  const [sound, setSound] = useState({ volume: 1, muted: false })
  const [speed, setSpeed] = useState(1)
  const [repeats, setRepeats] = useState(true)
  const [captioned, setCaptioned] = useState(true)
  const { awake, wake, sleep } = useAwake()
  const { isFull, toggleFull } = useFullscreen(root, video)
  const frameSeconds = usePlayhead(video, playing, setSeconds)

  function seek(to: number) {
    const element = video.current
    if (!element) return
    const position = Math.min(Math.max(0, to), element.duration || total)
    change({ currentTime: position })
    setSeconds(position)
    setStarted(true)
  }

  function change(settings: Partial<Pick<HTMLVideoElement, 'currentTime' | 'volume' | 'muted' | 'playbackRate' | 'loop'>>) {
    if (video.current) Object.assign(video.current, settings)
    wake()
  }

  return {
    root,
    video,
    playing,
    /** False while the poster and the large button are shown. */
    started,
    seconds,
    total,
    volume: sound.muted ? 0 : sound.volume,
    speed,
    repeats,
    captioned,
    isFull,
    awake,
    wake,
    sleep,
    toggle() {
      const element = video.current
      if (!element) return
      if (element.paused) void element.play().catch(() => setPlaying(false))
      else element.pause()
      wake()
    },
    seek,
    seekBy: (difference: number) => seek((video.current?.currentTime ?? 0) + difference),
    step(frames: number) {
      video.current?.pause()
      seek((video.current?.currentTime ?? 0) + frames * frameSeconds.current)
    },
    setVolume: (volume: number) => change({ volume: Math.min(1, Math.max(0, volume)), muted: false }),
    toggleMuted: () => change({ muted: !sound.muted }),
    setSpeed(playbackRate: number) {
      setSpeed(playbackRate)
      change({ playbackRate })
    },
    setRepeats(loop: boolean) {
      setRepeats(loop)
      change({ loop })
    },
    setCaptioned(on: boolean) {
      showCaptions(video.current, on)
      setCaptioned(on)
      wake()
    },
    toggleFull,
    togglePictureInPicture() {
      if (document.pictureInPictureElement) void document.exitPictureInPicture()
      else void video.current?.requestPictureInPicture().catch(() => undefined)
    },
    /** Handlers for the video element. */
    events: {
      onPlay({ currentTarget }: VideoEvent) {
        pauseOthers(currentTarget)
        setPlaying(true)
        setStarted(true)
        wake()
      },
      onPause: () => setPlaying(false),
      onTimeUpdate({ currentTarget }: VideoEvent) {
        setSeconds(currentTarget.currentTime)
        onTime?.(currentTarget.currentTime)
      },
      onDurationChange({ currentTarget: { duration } }: VideoEvent) {
        if (Number.isFinite(duration)) setTotal(duration)
      },
      onVolumeChange: ({ currentTarget: { volume, muted } }: VideoEvent) => setSound({ volume, muted }),
    },
  }
}

function showCaptions(element: HTMLVideoElement | null, on: boolean) {
  const track = element?.textTracks[0]
  if (track) track.mode = on ? 'showing' : 'hidden'
}

export type Player = ReturnType<typeof usePlayer>

export const speeds = [0.25, 0.5, 1, 1.25, 1.5, 2]
