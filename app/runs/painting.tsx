import { useState } from 'react'
import type { Generation } from '#app/contract/runs/generations.ts'
import { Mark } from '#app/ui/page/mark.tsx'

type PaintingProps = {
  generation: Generation
  /** Size in pixels of the logo, which is shown until the first preview. */
  markSize?: number
}

/** A running image or video as it is painted, filling its positioned parent. Each preview fades in over the one before. */
export function Painting({ generation: { preview, status }, markSize = 64 }: PaintingProps) {
  const [[before, shown], setShown] = useState<[string | undefined, string | undefined]>([undefined, preview])
  if (preview !== shown) setShown([shown, preview])
  if (!preview) {
    return (
      <span aria-hidden className="absolute inset-0 grid place-items-center">
        <Mark playing={status === 'running'} size={markSize} />
      </span>
    )
  }
  const look = 'absolute inset-0 size-full scale-110 object-cover blur-md'
  return (
    <span aria-hidden className="absolute inset-0 overflow-hidden" data-painting>
      {before && <img src={before} alt="" className={look} />}
      <img key={preview} src={preview} alt="" className={`${look} animate-fade`} />
    </span>
  )
}
