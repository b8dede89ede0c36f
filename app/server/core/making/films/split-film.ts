import { randomInt } from 'node:crypto'
import type * as v from 'valibot'
import type { FilmId } from '#app/contract/films/film-document.ts'
import type { SplitScriptAnswer, splitScriptSchema } from '#app/contract/films/films.ts'
import { splitScript } from '#app/contract/films/split-script.ts'
import { timelineOf } from '#app/contract/films/timeline.ts'
import { Problem } from '../../problem.ts'

/** Makes ids of six letters, none of them twice. */
function idsOfFilm(): () => FilmId {
  const taken = new Set<string>()
  return () => {
    for (;;) {
      const id = Array.from({ length: 6 }, () => String.fromCodePoint(97 + randomInt(26))).join('')
      if (taken.has(id)) continue
      taken.add(id)
      return id
    }
  }
}

/** Splits a script into a film that is stored nowhere. Throws `invalid_input` for one without words, or with more than a film holds. */
export function splitFilm({ text, language, seconds, read_aloud: readAloud }: v.InferOutput<typeof splitScriptSchema>): SplitScriptAnswer {
  const document = splitScript({ text, language, seconds, readAloud, newId: idsOfFilm() })
  if (typeof document === 'string') throw new Problem('invalid_input', { fields: { text: document } })
  return { document, timeline: timelineOf(document) }
}
