import type { FilmDocument, Role, Shot } from '#app/contract/films/film-document.ts'

/** Beginnings of words that name an animal, in both languages. */
const animals =
  /^(?:cat|kitten|dog|puppy|fox|wolf|bear|bird|owl|horse|deer|mouse|rabbit|hare|lion|tiger|кот|кош|пёс|пес|соба|щен|лис|волк|медвед|птиц|сова|конь|лошад|олен|мыш|кроли|заяц|зайч|лев|тигр)/i

/**
 * Gives the shots of a split script a first framing and camera, so that a board does not show the same picture again and again: a new place
 * is wide, people who speak are close, and every third shot moves. People change what they like.
 */
export function arrange(film: FilmDocument): FilmDocument {
  let place: string | null | undefined
  const shots = film.order.flatMap((id, at): [string, Shot][] => {
    const shot = film.shots[id]
    if (!shot) return []
    const isNewPlace = shot.place !== place
    place = shot.place
    return [[id, { ...shot, framing: framingOf(shot, isNewPlace, at), camera: cameraOf(shot, at) }]]
  })
  const roles = Object.entries(film.roles).map(([id, role]): [string, Role] => [
    id,
    animals.test(role.name) ? { ...role, kind: 'animal' } : role,
  ])
  return { ...film, shots: Object.fromEntries(shots), roles: Object.fromEntries(roles) }
}

function framingOf({ people, words }: Shot, isNewPlace: boolean, at: number): Shot['framing'] {
  if (people.length === 0) return 'wide'
  const speaks = words.some(({ who }) => people.includes(who))
  if (people.length > 1) return speaks ? 'full' : 'wide'
  if (speaks) return at % 3 === 2 ? 'close' : 'medium'
  return isNewPlace ? 'full' : 'medium'
}

function cameraOf({ people, words }: Shot, at: number): Shot['camera'] {
  if (at % 3 === 0) return people.length === 0 ? 'pan_right' : 'push_in'
  return at % 3 === 2 && words.length === 0 ? 'pull_out' : 'still'
}
