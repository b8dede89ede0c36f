/** Shows on a button with `data-toggle` whether its medium is playing. */
export function showPlaying(button: HTMLElement | null, playing: boolean): void {
  if (!button) return
  button.toggleAttribute('data-playing', playing)
  const label = button.dataset[playing ? 'pause' : 'play'] ?? ''
  button.ariaLabel = label
  if (button.title) button.title = label
}

/** Calls back when a medium starts or stops, and when it cannot be played. */
export function followPlaying(media: HTMLMediaElement, follow: () => void): { play: () => void } {
  media.addEventListener('play', follow)
  media.addEventListener('pause', follow)
  return { play: () => void media.play().catch(follow) }
}
