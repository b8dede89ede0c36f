import { type RefObject, useEffect, useRef } from 'react'

/** Length of a frame in seconds, assumed until two frames have been shown. */
const usualFrameSeconds = 1 / 24

/** Reports the position ten times a second during playback. Returns the length of a frame in seconds, as observed. */
export function usePlayhead(
  video: RefObject<HTMLVideoElement | null>,
  playing: boolean,
  onPosition: (seconds: number) => void,
): RefObject<number> {
  const frameSeconds = useRef(usualFrameSeconds)
  useEffect(() => {
    const element = video.current
    if (!playing || !element) return
    const timer = setInterval(() => onPosition(element.currentTime), 100)
    let last: number | undefined
    let requested: number | undefined
    // Firefox before 132 has no frame callbacks.
    if ('requestVideoFrameCallback' in element) {
      const onFrame: VideoFrameRequestCallback = (_now, { mediaTime }) => {
        const passed = last === undefined ? 0 : mediaTime - last
        if (passed > 0.005 && passed < 0.2 && element.playbackRate <= 1) frameSeconds.current = passed
        last = mediaTime
        requested = element.requestVideoFrameCallback(onFrame)
      }
      requested = element.requestVideoFrameCallback(onFrame)
    }
    return () => {
      clearInterval(timer)
      if (requested !== undefined) element.cancelVideoFrameCallback(requested)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- Setters and refs never change.
  }, [playing])
  return frameSeconds
}
