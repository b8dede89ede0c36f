import { pauseOthers } from '#app/ui/media/pause-others.ts'
import { all, first } from './dom.ts'
import { clock } from './time.ts'
import { followPlaying, showPlaying } from './toggle.ts'

const keyStep: Partial<Record<string, number>> = { ArrowRight: 5, ArrowUp: 5, ArrowLeft: -5, ArrowDown: -5 }

/** Drives the markup of `ui/audio-player.tsx` as that component does in the app. */
export function driveAudio(): void {
  for (const box of all('[data-audio]')) {
    const audio = first<HTMLAudioElement>('audio', box)
    const button = first('[data-toggle]', box)
    const range = first<HTMLInputElement>('input', box)
    if (!audio || !range) continue
    const total = Number(range.max)

    function show(seconds: number) {
      if (!range) return
      range.value = String(seconds)
      const now = clock(seconds)
      range.ariaValueText = range.dataset.text?.replace('{place}', now) ?? now
      for (const text of all('[data-now]', box)) text.textContent = now
      for (const wave of all<SVGElement>('[data-played]', box)) wave.style.clipPath = `inset(0 ${(1 - seconds / total) * 100}% 0 0)`
    }
    function tick() {
      if (audio?.paused !== false) return
      show(audio.currentTime)
      requestAnimationFrame(tick)
    }
    function seek(to: number) {
      const place = Math.min(total, Math.max(0, to))
      if (audio) audio.currentTime = place
      show(place)
    }
    const { play } = followPlaying(audio, () => {
      showPlaying(button, !audio.paused)
      if (audio.paused) return
      pauseOthers(audio)
      tick()
    })
    const toggle = () => (audio.paused ? play() : audio.pause())

    audio.addEventListener('ended', () => seek(0))
    button?.addEventListener('click', toggle)
    range.addEventListener('input', () => seek(range.valueAsNumber))
    range.addEventListener('keydown', (event) => {
      const step = keyStep[event.key]
      if (event.key === ' ') toggle()
      else if (step !== undefined) seek(range.valueAsNumber + step)
      else return
      event.preventDefault()
    })
    const repeat = first('[data-repeat]', box)
    repeat?.addEventListener('click', () => {
      audio.loop = !audio.loop
      repeat.ariaPressed = String(audio.loop)
    })
    const speed = first<HTMLSelectElement>('select', box)
    speed?.addEventListener('change', () => (audio.playbackRate = Number(speed.value)))
  }
}
