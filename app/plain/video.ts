import { pauseOthers } from '#app/ui/media/pause-others.ts'
import { all, first, need } from './dom.ts'
import { clock } from './time.ts'
import { followPlaying, showPlaying } from './toggle.ts'
import { driveMenu, type VideoMenu } from './video-menu.ts'

/** Milliseconds without movement after which the controls hide during playback. */
const idleMs = 2_500
/** Length of a frame in seconds, assumed until two frames have been shown. */
const usualFrameSeconds = 1 / 24

/** Drives the markup of `public-link/plain-video.tsx` as `ui/video-player` does in the app. */
export function driveVideos(): void {
  for (const root of all('[data-video]')) drive(root)
}

function drive(root: HTMLElement): void {
  const part = <E extends HTMLElement = HTMLElement>(name: string) => need<E>(`[data-part="${name}"]`, root)
  const video = need<HTMLVideoElement>('video', root)
  const place = part<HTMLInputElement>('place')
  const volume = part<HTMLInputElement>('volume')
  let started = false
  let idle: ReturnType<typeof setTimeout> | undefined

  video.controls = false
  part('controls').hidden = part('start').hidden = false
  part('picture').hidden = !document.pictureInPictureEnabled

  const focus = () => root.focus({ preventScroll: true })
  const settle = (isAwake: boolean) => root.toggleAttribute('data-awake', isAwake || (started && video.paused) || menu.isOpen())
  function wake() {
    settle(true)
    clearTimeout(idle)
    idle = setTimeout(() => settle(false), idleMs)
  }
  function begin() {
    started = true
    part('start').hidden = true
    root.style.background = ''
  }
  const show = () => showPlace(root, video, place)
  const speed = driveSpeeds(root, video)
  const sound = driveVolume(root, video, { volume, onMove: wake })
  const menu = driveMenu(root, { onMove: wake, onLeave: () => settle(false) })
  const frameSeconds = measureFrames(video, () => !video.paused && show())
  const { play } = followPlaying(video, () => {
    showPlaying(part('play'), !video.paused)
    if (!video.paused) {
      pauseOthers(video)
      begin()
    }
    wake()
  })
  function toggle() {
    if (video.paused) play()
    else video.pause()
    wake()
  }
  function seek(to: number) {
    video.currentTime = Math.min(Math.max(0, to), Number(place.max))
    begin()
    show()
    wake()
  }
  function step(frames: number) {
    video.pause()
    seek(video.currentTime + frames * frameSeconds())
  }
  for (const change of ['timeupdate', 'durationchange']) video.addEventListener(change, show)
  document.addEventListener('fullscreenchange', () => showPlaying(part('full'), document.fullscreenElement === root))
  video.addEventListener('click', () => {
    // The first tap of a finger only brings the controls back.
    if (!video.paused && !root.hasAttribute('data-awake') && matchMedia('(pointer: coarse)').matches) wake()
    else toggle()
    focus()
  })
  for (const sign of ['pointermove', 'focusin']) root.addEventListener(sign, wake)
  root.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'mouse' && settle(false))
  place.addEventListener('input', () => seek(place.valueAsNumber))

  const presses: Presses = {
    play: toggle,
    mute: sound.mute,
    captions: () => toggleCaptions(root, video),
    full: () => toggleFullScreen(root, video),
    repeat: () => toggleRepeat(root, video),
    picture: () => togglePicture(video),
    back: () => step(-1),
    forward: () => step(1),
    more: () => menu.open(!menu.isOpen()),
    start() {
      toggle()
      // The button disappears; the keys need the focus to stay in the player.
      focus()
    },
  }
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (button?.dataset.speed) speed.set(button)
    presses[button?.dataset.part ?? '']?.()
  })
  listenToKeys(root, { presses, menu, place, volume, video, seek, step, setVolume: sound.set, changeSpeed: speed.change })
}

/** Returns letters and signs by their position on the keyboard, so that they work with other alphabets too. */
function keyOf({ key, code, shiftKey }: KeyboardEvent): string {
  if (code === 'Comma') return shiftKey ? '<' : ','
  if (code === 'Period') return shiftKey ? '>' : '.'
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key
}

const fill = (range: HTMLInputElement) => range.style.setProperty('--filled', `${(range.valueAsNumber / Number(range.max)) * 100}%`)

/** Shows the place in the video at its range and in digits. */
function showPlace(root: HTMLElement, video: HTMLVideoElement, place: HTMLInputElement): void {
  if (Number.isFinite(video.duration)) place.max = String(video.duration)
  place.value = String(video.currentTime)
  const now = clock(video.currentTime)
  place.ariaValueText = place.dataset.text?.replace('{place}', now) ?? now
  need('[data-part="now"]', root).textContent = now
  fill(place)
}

/** Drives the volume by its range and by the button that mutes. */
function driveVolume(root: HTMLElement, video: HTMLVideoElement, { volume, onMove }: { volume: HTMLInputElement; onMove: () => void }) {
  const button = need<HTMLElement>('[data-part="mute"]', root)
  function set(to: number) {
    video.volume = Math.min(1, Math.max(0, to))
    video.muted = false
    onMove()
  }
  video.addEventListener('volumechange', () => {
    volume.value = String(video.muted ? 0 : video.volume)
    volume.ariaValueText = `${Math.round(volume.valueAsNumber * 100)}%`
    button.ariaPressed = String(volume.valueAsNumber === 0)
    fill(volume)
  })
  volume.addEventListener('input', () => set(volume.valueAsNumber))
  return {
    set,
    mute() {
      video.muted = !video.muted
      onMove()
    },
  }
}

/** Measures the length of a frame while the video plays, in seconds. */
function measureFrames(video: HTMLVideoElement, onShown: () => void): () => number {
  let seconds = usualFrameSeconds
  function onFrame(_now: number, { mediaTime }: VideoFrameCallbackMetadata, last?: number) {
    const passed = last === undefined ? 0 : mediaTime - last
    if (passed > 0.005 && passed < 0.2 && video.playbackRate <= 1) seconds = passed
    onShown()
    video.requestVideoFrameCallback((now, frame) => onFrame(now, frame, mediaTime))
  }
  // Firefox before 132 has no frame callbacks.
  if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(onFrame)
  return () => seconds
}

function toggleFullScreen(root: HTMLElement, video: HTMLVideoElement): void {
  if (document.fullscreenElement) void document.exitFullscreen()
  else if (document.fullscreenEnabled) void root.requestFullscreen().catch(() => undefined)
  // iPhones have no Fullscreen API.
  else if ('webkitEnterFullscreen' in video && typeof video.webkitEnterFullscreen === 'function') video.webkitEnterFullscreen()
}

function togglePicture(video: HTMLVideoElement): void {
  if (document.pictureInPictureElement) void document.exitPictureInPicture()
  else void video.requestPictureInPicture().catch(() => undefined)
}

type KeyCommands = {
  menu: VideoMenu
  place: HTMLInputElement
  volume: HTMLInputElement
  video: HTMLVideoElement
  seek: (to: number) => void
  step: (frames: number) => void
  setVolume: (to: number) => void
  changeSpeed: (by: number) => void
  /** The commands of the buttons, by the buttons’ names. */
  presses: Presses
}

type Presses = Partial<Record<string, () => void>>

function listenToKeys(root: HTMLElement, { menu, place, volume, video, seek, step, setVolume, changeSpeed, presses }: KeyCommands) {
  const keys: Presses = {
    ' ': presses.play,
    k: presses.play,
    ArrowLeft: () => seek(video.currentTime - 5),
    ArrowRight: () => seek(video.currentTime + 5),
    ArrowUp: () => setVolume(video.volume + 0.1),
    ArrowDown: () => setVolume(video.volume - 0.1),
    Home: () => seek(0),
    End: () => seek(Number(place.max)),
    m: presses.mute,
    c: presses.captions,
    l: presses.repeat,
    p: presses.picture,
    f: presses.full,
    ',': () => step(-1),
    '.': () => step(1),
    '<': () => changeSpeed(-1),
    '>': () => changeSpeed(1),
  }
  function commandOf(key: string, target: EventTarget | null) {
    // A focused button already reacts to space, and the volume to arrows.
    if (key === ' ' && target instanceof HTMLButtonElement) return undefined
    if (target === volume && key.startsWith('Arrow')) return undefined
    return /^\d$/.test(key) ? () => seek((Number(place.max) * Number(key)) / 10) : keys[key]
  }
  root.addEventListener('keydown', (event) => {
    const { altKey, metaKey, ctrlKey, target } = event
    if (altKey || metaKey || ctrlKey) return
    const key = keyOf(event)
    const command = menu.isOpen() ? menu.commandOf(key) : commandOf(key, target)
    if (!command) return
    event.preventDefault()
    command()
  })
}

function driveSpeeds(root: HTMLElement, video: HTMLVideoElement) {
  const speeds = all('[data-speed]', root)
  function set(chosen: HTMLElement | undefined) {
    if (!chosen) return
    video.playbackRate = Number(chosen.dataset.speed)
    for (const speed of speeds) speed.ariaChecked = String(speed === chosen)
  }
  return { set, change: (by: number) => set(speeds[speeds.findIndex(({ ariaChecked }) => ariaChecked === 'true') + by]) }
}

function toggleRepeat(root: HTMLElement, video: HTMLVideoElement): void {
  video.loop = !video.loop
  need('[data-part="repeat"]', root).ariaChecked = String(video.loop)
}

function toggleCaptions(root: HTMLElement, video: HTMLVideoElement): void {
  const button = first('[data-part="captions"]', root)
  const track = video.textTracks[0]
  if (!track || !button) return
  track.mode = track.mode === 'showing' ? 'hidden' : 'showing'
  button.ariaPressed = String(track.mode === 'showing')
}
