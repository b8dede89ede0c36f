import { type RefObject, useEffect, useState } from 'react'

/** Plays a silent video while it is visible. With reduced motion or data saving nothing plays or loads until the person starts it. */
export function useAmbientFilm(film: RefObject<HTMLVideoElement | null>) {
  const [playing, setPlaying] = useState(false)
  /** The person's choice with the button; null before any. */
  const [chosen, setChosen] = useState<boolean | null>(null)

  useEffect(() => {
    const video = film.current
    if (!video) return
    const wanted = chosen ?? (!prefersCalm() && !savesData())
    const follow = () => setPlaying(!video.paused)
    video.addEventListener('play', follow)
    video.addEventListener('pause', follow)
    const sight = new IntersectionObserver(([entry]) => {
      if (wanted && entry?.isIntersecting) void video.play().catch(follow)
      else video.pause()
    })
    sight.observe(video)
    return () => {
      sight.disconnect()
      video.removeEventListener('play', follow)
      video.removeEventListener('pause', follow)
    }
  }, [film, chosen])

  return { playing, toggle: () => setChosen(!playing) }
}

const prefersCalm = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

function savesData(): boolean {
  if (window.matchMedia('(prefers-reduced-data: reduce)').matches) return true
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}
