import { useEffect, useRef } from 'react'
import type { FilmPart } from '#app/contract/films/films.ts'
import type { timelineOf } from '#app/contract/films/timeline.ts'
import { AnimaticVideo } from './animatic.tsx'
import { frameOf } from './card-picture.tsx'
import { CutList } from './cut-list.tsx'
import type { PreviewClock } from './preview-clock.ts'
import { Preview } from './preview.tsx'
import type { FilmState } from './use-film.ts'
import type { ShotActions } from './use-shot-actions.ts'

type CutProps = {
  state: Pick<FilmState, 'film' | 'edit' | 'parts'>
  timeline: ReturnType<typeof timelineOf>
  actions: ShotActions
  clock: PreviewClock
  /** The animatic, whose video is shown while it is the film as it is now. */
  animatic: FilmPart | undefined
  /** Whether a person has asked to play. */
  playsAtOnce: boolean
  onOpen: (id: string) => void
}

/** The film in time: it plays, and the list below is its timeline. */
export function Cut({
  state: { film, edit, parts },
  timeline: { slots, seconds },
  actions,
  clock,
  animatic,
  playsAtOnce,
  onOpen,
}: CutProps) {
  const stage = useRef<HTMLDivElement>(null)
  const fresh = animatic?.state === 'made' && animatic.run === null ? animatic : undefined
  useEffect(() => {
    clock.setTotal(seconds)
  }, [clock, seconds])
  useEffect(() => () => clock.pause(), [clock])
  const [width, height] = frameOf(film.shape)

  /** Plays from a place, or pauses: the video, or the preview until there is one. */
  function toggle(from: number) {
    const video = stage.current?.querySelector('video')
    if (!video) return clock.isPlaying ? clock.pause() : clock.play(from)
    if (!video.paused) return video.pause()
    video.currentTime = from
    return void video.play().catch(() => undefined)
  }

  return (
    <div className="grid gap-5">
      <div className="-mx-4 grid justify-items-center bg-black sm:mx-0 sm:overflow-hidden sm:rounded-card">
        <div
          ref={stage}
          className="relative max-w-full"
          style={{ aspectRatio: `${width} / ${height}`, width: `min(100%, calc(62dvh * ${width / height}))` }}
        >
          {fresh ? (
            <AnimaticVideo part={fresh} autoPlay={playsAtOnce} />
          ) : (
            <Preview film={film} parts={parts} slots={slots} total={seconds} clock={clock} />
          )}
        </div>
      </div>
      <CutList film={film} parts={parts} slots={slots} edit={edit} actions={actions} clock={clock} onToggle={toggle} onOpen={onOpen} />
    </div>
  )
}
