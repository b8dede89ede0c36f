/** Pauses all other sounds on the page, so that only one plays. */
export function pauseOthers(playing: HTMLMediaElement) {
  for (const media of document.querySelectorAll<HTMLMediaElement>('audio, video')) if (media !== playing && !media.paused) media.pause()
}
