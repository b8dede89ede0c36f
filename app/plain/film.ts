import { mayPlayUnasked } from '#app/ui/media/may-play-unasked.ts'
import { pauseOthers } from '#app/ui/media/pause-others.ts'
import { all, first } from './dom.ts'
import { followPlaying, showPlaying } from './toggle.ts'

/**
 * Plays the silent video of the hero while it is visible. With reduced motion or data saving, nothing plays or loads until it is started.
 */
export function playAmbientFilm(): void {
  const video = first<HTMLVideoElement>('video[data-ambient]')
  const button = first('[data-toggle]', video?.parentElement ?? document)
  if (!video || !button) return
  let wanted = mayPlayUnasked()
  let visible = false
  const { play } = followPlaying(video, () => showPlaying(button, !video.paused))
  function settle() {
    if (wanted && visible) play()
    else video?.pause()
  }
  // React does not write the `muted` attribute.
  video.muted = true
  // The video is larger than the rest of the page, which it must not slow down.
  addEventListener('load', () =>
    new IntersectionObserver(([entry]) => {
      visible = entry?.isIntersecting ?? false
      settle()
    }).observe(video),
  )
  button.addEventListener('click', () => {
    visible = wanted = video.paused
    settle()
  })
}

/** Plays sample videos muted under the mouse, and with sound after a click. */
export function playFilmsOnHover(): void {
  for (const box of all('[data-film]')) {
    const video = first<HTMLVideoElement>('video', box)
    const button = first('[data-toggle]', box)
    if (!video) continue
    const { play } = followPlaying(video, () => showPlaying(button, !video.paused))
    function start(muted: boolean) {
      if (!video) return
      video.muted = muted
      if (!muted) pauseOthers(video)
      play()
    }
    button?.addEventListener('click', () => (video.paused || video.muted ? start(false) : video.pause()))
    box.addEventListener('pointerenter', ({ pointerType }) => pointerType === 'mouse' && video.paused && start(true))
    box.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'mouse' && video.muted && video.pause())
  }
}
