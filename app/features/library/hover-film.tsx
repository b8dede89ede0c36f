import { useEffect, useState } from 'react'

/** Milliseconds for which the mouse rests on a tile before its film plays, so that a mouse on its way starts none. */
const restMs = 150

/** A film that plays without sound over its still. */
export function HoverFilm({ src }: { src: string }) {
  const [rests, setRests] = useState(false)
  const [plays, setPlays] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setRests(true), restMs)
    return () => clearTimeout(timer)
  }, [])
  if (!rests) return null
  return (
    <video
      src={src}
      muted
      loop
      autoPlay
      playsInline
      tabIndex={-1}
      onPlaying={() => setPlays(true)}
      className={plays ? 'tile-image' : 'tile-image opacity-0'}
    />
  )
}
