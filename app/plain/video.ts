import { pauseOthers } from '#app/ui/pause-others.ts'
import { all, first, need } from './dom.ts'
import { clock } from './time.ts'
import { followPlaying, showPlaying } from './toggle.ts'

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
  const menu = part('menu')
  const more = part('more')
  const captions = first('[data-part="captions"]', root)
  const speeds = all('[data-speed]', menu)
  const items = () => all('[role^="menuitem"]', menu).filter(({ hidden }) => !hidden)
  let started = false
  let frameSeconds = usualFrameSeconds
  let idle: ReturnType<typeof setTimeout> | undefined

  video.controls = false
  part('controls').hidden = part('start').hidden = false
  part('picture').hidden = !document.pictureInPictureEnabled

  const fill = (range: HTMLInputElement) => range.style.setProperty('--filled', `${(range.valueAsNumber / Number(range.max)) * 100}%`)
  const focus = () => root.focus({ preventScroll: true })
  const settle = (isAwake: boolean) => root.toggleAttribute('data-awake', isAwake || (started && video.paused) || !menu.hidden)
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
  function show() {
    if (Number.isFinite(video.duration)) place.max = String(video.duration)
    place.value = String(video.currentTime)
    const now = clock(video.currentTime)
    place.ariaValueText = place.dataset.text?.replace('{place}', now) ?? now
    part('now').textContent = now
    fill(place)
  }
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
    seek(video.currentTime + frames * frameSeconds)
  }
  function setVolume(to: number) {
    video.volume = Math.min(1, Math.max(0, to))
    video.muted = false
    wake()
  }
  function mute() {
    video.muted = !video.muted
    wake()
  }
  function setSpeed(chosen: HTMLElement | undefined) {
    if (!chosen) return
    video.playbackRate = Number(chosen.dataset.speed)
    for (const speed of speeds) speed.ariaChecked = String(speed === chosen)
  }
  const changeSpeed = (by: number) => setSpeed(speeds[speeds.findIndex(({ ariaChecked }) => ariaChecked === 'true') + by])
  function repeat() {
    video.loop = !video.loop
    part('repeat').ariaChecked = String(video.loop)
  }
  function caption() {
    const track = video.textTracks[0]
    if (!track || !captions) return
    track.mode = track.mode === 'showing' ? 'hidden' : 'showing'
    captions.ariaPressed = String(track.mode === 'showing')
  }
  function full() {
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (document.fullscreenEnabled) void root.requestFullscreen().catch(() => undefined)
    // iPhones have no Fullscreen API.
    else if ('webkitEnterFullscreen' in video && typeof video.webkitEnterFullscreen === 'function') video.webkitEnterFullscreen()
  }
  function picture() {
    if (document.pictureInPictureElement) void document.exitPictureInPicture()
    else void video.requestPictureInPicture().catch(() => undefined)
  }
  function open(isOpen: boolean) {
    menu.hidden = !isOpen
    more.ariaExpanded = String(isOpen)
    ;(isOpen ? items()[0] : more)?.focus()
    wake()
  }

  function onFrame(_now: number, { mediaTime }: VideoFrameCallbackMetadata, last?: number) {
    const passed = last === undefined ? 0 : mediaTime - last
    if (passed > 0.005 && passed < 0.2 && video.playbackRate <= 1) frameSeconds = passed
    if (!video.paused) show()
    video.requestVideoFrameCallback((now, frame) => onFrame(now, frame, mediaTime))
  }
  // Firefox before 132 has no frame callbacks.
  if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(onFrame)
  for (const change of ['timeupdate', 'durationchange']) video.addEventListener(change, show)
  video.addEventListener('volumechange', () => {
    volume.value = String(video.muted ? 0 : video.volume)
    volume.ariaValueText = `${Math.round(volume.valueAsNumber * 100)}%`
    part('mute').ariaPressed = String(volume.valueAsNumber === 0)
    fill(volume)
  })
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
  volume.addEventListener('input', () => setVolume(volume.valueAsNumber))

  const presses: Partial<Record<string, () => void>> = {
    play: toggle,
    mute,
    captions: caption,
    full,
    repeat,
    picture,
    back: () => step(-1),
    forward: () => step(1),
    more: () => open(menu.hidden !== false),
    start() {
      toggle()
      // The button disappears; the keys need the focus to stay in the player.
      focus()
    },
  }
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (button?.dataset.speed) setSpeed(button)
    presses[button?.dataset.part ?? '']?.()
  })
  document.addEventListener('pointerdown', ({ target }) => {
    if (!menu.hidden && target instanceof Node && !menu.contains(target) && !more.contains(target)) {
      menu.hidden = true
      more.ariaExpanded = 'false'
      settle(false)
    }
  })

  const keys: Partial<Record<string, () => void>> = {
    ' ': toggle,
    k: toggle,
    ArrowLeft: () => seek(video.currentTime - 5),
    ArrowRight: () => seek(video.currentTime + 5),
    ArrowUp: () => setVolume(video.volume + 0.1),
    ArrowDown: () => setVolume(video.volume - 0.1),
    Home: () => seek(0),
    End: () => seek(Number(place.max)),
    m: mute,
    c: caption,
    l: repeat,
    p: picture,
    f: full,
    ',': () => step(-1),
    '.': () => step(1),
    '<': () => changeSpeed(-1),
    '>': () => changeSpeed(1),
  }
  root.addEventListener('keydown', (event) => {
    const { altKey, metaKey, ctrlKey, target } = event
    if (altKey || metaKey || ctrlKey) return
    const key = keyOf(event)
    const command = menu.hidden ? commandOf(key, target) : menuCommandOf(key)
    if (!command) return
    event.preventDefault()
    command()
  })
  function commandOf(key: string, target: EventTarget | null) {
    // A focused button already reacts to space, and the volume to arrows.
    if (key === ' ' && target instanceof HTMLButtonElement) return undefined
    if (target === volume && key.startsWith('Arrow')) return undefined
    return /^\d$/.test(key) ? () => seek((Number(place.max) * Number(key)) / 10) : keys[key]
  }
  function menuCommandOf(key: string) {
    if (key === 'Escape') return () => open(false)
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[key]
    if (by === undefined) return undefined
    const list = items()
    const index = list.findIndex((one) => one === document.activeElement)
    return () => list.at((index + by) % list.length)?.focus()
  }
}

/** Returns letters and signs by their position on the keyboard, so that they work with other alphabets too. */
function keyOf({ key, code, shiftKey }: KeyboardEvent): string {
  if (code === 'Comma') return shiftKey ? '<' : ','
  if (code === 'Period') return shiftKey ? '>' : '.'
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key
}
