import { type RefObject, useEffect, useRef } from 'react'

/** Length of a frame in seconds, assumed until two frames have been shown. */
const usualFrameSeconds = 1 / 24
const longestFrameSeconds = 0.2

/**
 * Reports the position ten times a second during playback. Returns the length of a frame in seconds: the shortest that was observed, because
 * a busy machine leaves frames out.
 */
export function usePlayhead(
  video: RefObject<HTMLVideoElement | null>,
  playing: boolean,
  onPosition: (seconds: number) => void,
): RefObject<number> {
  const frameSeconds = useRef(usualFrameSeconds)
  const shortest = useRef(longestFrameSeconds)
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
        if (passed > 0.005 && passed < shortest.current && element.playbackRate <= 1) frameSeconds.current = shortest.current = passed
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
