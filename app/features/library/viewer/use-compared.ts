import { useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import type { Generation, GenerationFile } from '#app/contract/runs/generations.ts'
import { generationQuery } from '#app/shell/data/generations.queries.ts'
import { useWorkName } from '#app/shell/media/work-name.ts'
import { resultsOf } from '#app/runs/files.ts'

export type CompareMode = 'split' | 'side'
export type Compared = { key: string; generation: Generation; file: GenerationFile; label: string }

/** Identifies an image in the URL by the work's id and the index of its result. */
export const compareKey = (id: string, index: number) => `${id}.${index}`

function readKey(key: string): { id: string; index: number } {
  const [id = '', index = '0'] = key.split('.')
  return { id, index: Number(index) }
}

/** Number of images that fit into the strip. */
const othersAtMost = 24

export type ComparedOptions = {
  generation: Generation | undefined
  index: number
  /** The list of the library that the work was opened from. */
  items: readonly Generation[]
  wanted: string | undefined
}

/**
 * Returns images to compare with: the one it was before, other results of the run, its references, works made from it, other images of the
 * library, and the one in the URL.
 */
export function useCompared({ generation, index, items, wanted }: ComparedOptions): {
  candidates: Compared[]
  other: Compared | undefined
} {
  const { t } = useLingui()
  const workName = useWorkName()
  const sources = generation?.type === 'image' ? generation.inputs.flatMap((input) => ('generation_id' in input ? [input] : [])) : []
  // An edited copy may have been uploaded, so the parent is no input.
  const parent = generation?.type === 'image' && sources.length === 0 ? generation.parent_id : null
  const named = wanted ? readKey(wanted) : undefined
  const ids = [
    ...new Set([...sources.map(({ generation_id }) => generation_id), ...(parent ? [parent] : []), ...(named ? [named.id] : [])]),
  ]
  const found = useQueries({
    queries: ids.filter((id) => id !== generation?.id && !items.some((item) => item.id === id)).map((id) => generationQuery(id)),
    combine: (queries) => queries.flatMap(({ data }) => data ?? []),
  })
  if (generation?.type !== 'image') return { candidates: [], other: undefined }

  const known = [...items, ...found]
  const one = (work: Generation | undefined, place: number, label: string): Compared[] => {
    const file = work?.type === 'image' ? resultsOf(work.files)[place] : undefined
    return work && file ? [{ key: compareKey(work.id, place), generation: work, file, label }] : []
  }
  const pictures = resultsOf(generation.files)
  const count = pictures.length
  const ofRun = pictures.flatMap((_file, place) => {
    const number = place + 1
    return place === index ? [] : one(generation, place, t`Image ${number} of ${count}`)
  })
  const madeFrom = (source: { generation_id: string; index?: number | undefined }, label: string) =>
    one(
      known.find(({ id }) => id === source.generation_id),
      source.index ?? 0,
      label,
    )
  const edited = [...sources.filter(({ role }) => role === 'source'), ...(parent ? [{ generation_id: parent }] : [])]
  const before = edited.flatMap((source) => madeFrom(source, t`Before`))
  const from = sources.filter(({ role }) => role !== 'source').flatMap((source) => madeFrom(source, t`Made from this`))
  const isMadeFrom = ({ parent_id, inputs }: Generation) =>
    parent_id === generation.id || inputs.some((input) => 'generation_id' in input && input.generation_id === generation.id)
  const variations = items.filter(isMadeFrom).flatMap((work) => one(work, 0, t`Based on this`))
  const others = items
    .filter(({ id }) => id !== generation.id)
    .slice(0, othersAtMost * 2)
    .flatMap((work) => one(work, 0, workName(work)))
    .slice(0, othersAtMost)
  const all = [...before, ...ofRun, ...from, ...variations, ...others]
  const candidates = all.filter(({ key }, place) => all.findIndex((other) => other.key === key) === place)

  const work = named && (named.id === generation.id ? generation : known.find(({ id }) => id === named.id))
  const other = candidates.find(({ key }) => key === wanted) ?? (named && one(work, named.index, work ? workName(work) : '')[0])
  return { candidates, other }
}
