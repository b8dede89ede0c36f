/** One sound at a time: what starts silences the rest of the page. */
export function pauseOthers(playing: HTMLMediaElement) {
  for (const media of document.querySelectorAll<HTMLMediaElement>('audio, video')) if (media !== playing && !media.paused) media.pause()
}
