import { isDeepStrictEqual } from 'node:util'
import type { CatalogueDifference, ChangedFact } from '#app/contract/operator/catalogue.ts'
import type { Catalogue } from '#app/server/providers/catalogue/catalogue.ts'
import type { CatalogueEntry } from '#app/server/providers/catalogue/model.ts'

/** The facts of a model that the page names, by the fields that state them. */
const factsOf: Record<ChangedFact, readonly (keyof CatalogueEntry)[]> = {
  price: ['price'],
  options: ['options'],
  files: ['inputs'],
  limits: ['maxOutputTokens', 'pictures', 'prompt'],
  texts: ['name', 'description'],
  announced: ['later', 'endsAt', 'successor'],
}
const facts: readonly ChangedFact[] = ['price', 'options', 'files', 'limits', 'texts', 'announced']

type Listed = { service: string; model: CatalogueEntry }

function modelsOf({ models }: Catalogue): Map<string, Listed> {
  return new Map(Object.entries(models).flatMap(([service, own]) => own.map((model) => [model.id, { service, model }] as const)))
}

const order: Record<CatalogueDifference['kind'], number> = { new: 0, changed: 1, ends: 2, removed: 3 }

/** Lists what another edition changes: new models first, then changed ones, ends and removals. */
export function compareCatalogues(before: Catalogue, after: Catalogue): CatalogueDifference[] {
  const [old, next] = [modelsOf(before), modelsOf(after)]
  const added = [...next.values()].flatMap(({ service, model }) => differenceOf(service, old.get(model.id)?.model, model))
  const removed = [...old.values()].flatMap(({ service, model }) => (next.has(model.id) ? [] : differenceOf(service, model, undefined)))
  return [...added, ...removed].toSorted((a, b) => order[a.kind] - order[b.kind])
}

function differenceOf(service: string, before: CatalogueEntry | undefined, after: CatalogueEntry | undefined): CatalogueDifference[] {
  const shown = after ?? before
  if (!shown) return []
  const changed = before && after ? facts.filter((fact) => factsOf[fact].some((key) => !isDeepStrictEqual(before[key], after[key]))) : []
  const ends = before && after && before.endsAt !== after.endsAt && after.endsAt !== undefined
  const kind = !before ? 'new' : !after ? 'removed' : ends ? 'ends' : 'changed'
  if (kind === 'changed' && changed.length === 0) return []
  const { id, name, endsAt = null, successor = null } = shown
  return [
    {
      id,
      name: name.message,
      service,
      kind,
      facts: changed,
      price_before: before?.price ?? null,
      price_after: after?.price ?? null,
      ends_at: endsAt,
      successor,
    },
  ]
}
