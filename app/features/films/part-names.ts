import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { FilmPart } from '#app/contract/films/films.ts'
import { type FilmCause, type FilmExclusion, type FilmWish, type PartKind, readPart } from '#app/contract/films/film-values.ts'
import { useFormat } from '#app/shell/i18n/format.ts'

/** Says what has changed: "its text changed", "text and camera changed". */
export function useChanges() {
  const { t } = useLingui()
  const { list } = useFormat()
  const one: Record<FilmCause, string> = {
    title: t`its title changed`,
    language: t`its language changed`,
    shape: t`the shape changed`,
    resolution: t`the resolution changed`,
    look: t`the look changed`,
    music: t`the music changed`,
    captions: t`the captions changed`,
    voices: t`voices changed`,
    people: t`people changed`,
    shots: t`shots changed`,
    order: t`the order changed`,
    place: t`its place changed`,
    light: t`its light changed`,
    text: t`its text changed`,
    framing: t`its framing changed`,
    camera: t`its camera changed`,
    words: t`its words changed`,
    length: t`its length changed`,
    start: t`the start of its video changed`,
    transition: t`a transition changed`,
    prompt: t`its prompt changed`,
    model: t`another model is chosen`,
    options: t`its options changed`,
    picture: t`its image changed`,
    video: t`its video changed`,
    recording: t`a recording changed`,
  }
  const names: Record<FilmCause, string> = {
    title: t({ message: 'title', context: 'changed in a film' }),
    language: t({ message: 'language', context: 'changed in a film' }),
    shape: t({ message: 'shape', context: 'changed in a film' }),
    resolution: t({ message: 'resolution', context: 'changed in a film' }),
    look: t({ message: 'look', context: 'changed in a film' }),
    music: t({ message: 'music', context: 'changed in a film' }),
    captions: t({ message: 'captions', context: 'changed in a film' }),
    voices: t({ message: 'voices', context: 'changed in a film' }),
    people: t({ message: 'people', context: 'changed in a film' }),
    shots: t({ message: 'shots', context: 'changed in a film' }),
    order: t({ message: 'order', context: 'changed in a film' }),
    place: t({ message: 'place', context: 'changed in a film' }),
    light: t({ message: 'light', context: 'changed in a film' }),
    text: t({ message: 'text', context: 'changed in a film' }),
    framing: t({ message: 'framing', context: 'changed in a film' }),
    camera: t({ message: 'camera', context: 'changed in a film' }),
    words: t({ message: 'words', context: 'changed in a film' }),
    length: t({ message: 'length', context: 'changed in a film' }),
    start: t({ message: 'start of the video', context: 'changed in a film' }),
    transition: t({ message: 'transitions', context: 'changed in a film' }),
    prompt: t({ message: 'prompt', context: 'changed in a film' }),
    model: t({ message: 'model', context: 'changed in a film' }),
    options: t({ message: 'options', context: 'changed in a film' }),
    picture: t({ message: 'image', context: 'changed in a film' }),
    video: t({ message: 'video', context: 'changed in a film' }),
    recording: t({ message: 'recording', context: 'changed in a film' }),
  }
  return (causes: readonly FilmCause[]): string => {
    const [first, ...others] = causes
    if (first && others.length === 0) return one[first]
    const changed = list(causes.map((cause) => names[cause]))
    return t`${changed} changed`
  }
}

/** The names of kinds of parts, in the plural, as rows of a list. */
export function useKindsOfParts(): Record<PartKind, string> {
  const { t } = useLingui()
  return {
    still: t({ message: 'Images', context: 'parts of a film' }),
    clip: t({ message: 'Videos', context: 'parts of a film' }),
    line: t({ message: 'Voices', context: 'parts of a film' }),
    music: t({ message: 'Music', context: 'parts of a film' }),
    animatic: t`Animatic`,
    film: t`Film file`,
  }
}

/** Names a part by its shot: "shot 3", "shot 3, line 2". */
export function usePartName(order: readonly string[]) {
  const { t } = useLingui()
  return useCallback(
    (part: string): string => {
      const { shot = null, line = null } = readPart(part) ?? {}
      if (shot === null) return ''
      const number = order.indexOf(shot) + 1
      if (line === null) return t`Shot ${number}`
      const place = line + 1
      return t`Shot ${number}, line ${place}`
    },
    [t, order],
  )
}

/** Names of statements that a model does not honour. */
export function useWishNames(): Record<FilmWish, string> {
  const { t } = useLingui()
  return {
    picture: t({ message: 'the image of the shot', context: 'not honored by a model' }),
    shape: t({ message: 'the shape', context: 'not honored by a model' }),
    style: t({ message: 'the look', context: 'not honored by a model' }),
    length: t({ message: 'the length', context: 'not honored by a model' }),
    voice: t({ message: 'the voice', context: 'not honored by a model' }),
    text: t({ message: 'a part of the text', context: 'not honored by a model' }),
  }
}

/** Reasons for leaving a part out. */
export function useExclusionNames(): Record<FilmExclusion, string> {
  const { t } = useLingui()
  return {
    no_model: t`No model of this server can make it.`,
    model_unavailable: t`Its model isn’t available right now.`,
    model_not_allowed: t`You can’t use its model.`,
    not_drawn: t`The built-in model can’t draw this. Choose another model.`,
    empty: t`Write what is seen first.`,
    invalid: t`Its options or its prompt don’t fit the model.`,
    too_many: t`Too many at once. Make the rest afterwards.`,
  }
}

/** The state of a part in words; undefined for one that is up to date or was never made. */
export function usePartState() {
  const { t } = useLingui()
  const changes = useChanges()
  return ({ state, causes, error }: FilmPart): string | undefined => {
    if (state === 'waiting') return t`Waiting`
    if (state === 'making') return t`Being made`
    if (state === 'failed') return error?.detail ?? t`This couldn’t be created.`
    if (state !== 'stale') return undefined
    const changed = changes(causes)
    return t`Out of date: ${changed}`
  }
}

/** "5 missing", "2 out of date". */
export function useCounts() {
  const { t } = useLingui()
  return (parts: readonly Pick<FilmPart, 'state'>[]): string => {
    const stale = parts.filter(({ state }) => state === 'stale').length
    const missing = parts.filter(({ state }) => state === 'missing' || state === 'failed').length
    return [
      missing > 0 && t`${plural(missing, { one: '# missing', other: '# missing' })}`,
      stale > 0 && t`${plural(stale, { one: '# out of date', other: '# out of date' })}`,
    ]
      .filter(Boolean)
      .join(', ')
  }
}
