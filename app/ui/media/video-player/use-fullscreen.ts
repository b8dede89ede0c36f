import { type RefObject, useEffect, useState } from 'react'

/** Full screen of the whole player with its controls, or of the video alone on a phone that supports only that. */
export function useFullscreen(root: RefObject<HTMLElement | null>, video: RefObject<HTMLVideoElement | null>) {
  const [isFull, setIsFull] = useState(false)

  useEffect(() => {
    const element = root.current
    const onChange = () => setIsFull(document.fullscreenElement === element)
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }, [root])

  function toggleFull() {
    const element = video.current
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (document.fullscreenEnabled) void root.current?.requestFullscreen().catch(() => undefined)
    // iPhones have no Fullscreen API.
    else if (element && 'webkitEnterFullscreen' in element && typeof element.webkitEnterFullscreen === 'function')
      element.webkitEnterFullscreen()
  }

  return { isFull, toggleFull }
}
