import { partOf } from '#app/contract/films/film-values.ts'
import type { Generation, GenerationEvent, GenerationStatus } from '#app/contract/runs/generations.ts'

const stage: Record<GenerationStatus, number> = { queued: 0, running: 1, succeeded: 2, failed: 2, canceled: 2 }

export const isActive = ({ status }: Pick<Generation, 'status'>) => stage[status] < 2

/** Whether a run makes a picture, a video, words or music of a film, which its film shows, and no list of works. */
export const isHiddenTake = ({ film }: Pick<Generation, 'film'>) => !!film && film.part !== partOf.film && film.part !== partOf.animatic

/** Whether a run waits in our queue, or in that of the own server to which it was handed. */
export const isWaiting = ({ status, ahead }: Pick<Generation, 'status' | 'ahead'>) =>
  status === 'queued' || (status === 'running' && ahead !== null)

/**
 * Merges an event or a response. States only advance: one older than the cached state (a replay after reconnecting, a slow response) may
 * still carry a new title or favorite, but must not revive an ended run or shorten the text of a running one. A run that starts again has
 * the text null.
 */
export function patchGeneration(current: Generation, event: GenerationEvent): Generation {
  const overtaken = event.status !== undefined && stage[event.status] < stage[current.status]
  if (overtaken)
    return { ...current, favorite: event.favorite ?? current.favorite, title: event.title === undefined ? current.title : event.title }
  const after = { ...current, ...event }
  const isShorter = event.text !== undefined && event.text !== null && current.text?.startsWith(event.text)
  return isShorter && isActive(after) ? { ...after, text: current.text } : after
}

/** Whether an answer has called tools of the studio, and goes on once they have ended. */
export const goesOn = ({ halted, call_states: calls }: Pick<Generation, 'halted' | 'call_states'>): boolean =>
  halted == null && calls != null && calls.length > 0

/** Whether such an answer is at work; not while all that is open waits for the person. */
export function isWorking(turn: Pick<Generation, 'halted' | 'call_states'>): boolean {
  const states = turn.call_states?.map(({ state }) => state) ?? []
  return goesOn(turn) && (!states.includes('asks') || states.includes('runs') || states.includes('due'))
}
