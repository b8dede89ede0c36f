/** One sound at a time: starting one pauses all others on the page. */
export function pauseOthers(playing: HTMLMediaElement) {
  for (const media of document.querySelectorAll<HTMLMediaElement>('audio, video')) if (media !== playing && !media.paused) media.pause()
}
