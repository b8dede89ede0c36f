import { createPublicKey, verify } from 'node:crypto'
import * as v from 'valibot'
import type { FeedFailureCode } from '#app/contract/operator/catalogue.ts'
import { serviceIds } from '../../env.ts'
import { checkModels } from '../models-file/check-models.ts'
import type { FileProblem } from '../models-file/problem-texts.ts'
import type { Entry } from '../models-file/schema.ts'
import { type Catalogue, shippedCatalogue } from './catalogue.ts'
import { ofServices } from './of-services.ts'
import { readEntries } from './read-entries.ts'

/** The reason why a feed changes nothing. `problem`: the first mistake of a broken one. */
export type FeedFailure = { code: FeedFailureCode; problem?: FileProblem }

export type Feed = { version: number; date: string; models: Record<string, Entry> }

const version = v.pipe(v.number('number'), v.integer('whole_number'), v.minValue(1, 'too_small'), v.maxValue(2 ** 31 - 1, 'too_large'))
const headSchema = v.object({
  format: v.literal(1, 'one_of'),
  version,
  date: v.pipe(v.string('day'), v.isoDate('day')),
  models: v.record(v.string(), v.unknown(), 'map'),
})

/** Checks the content of a feed. Its mistakes are those of `MODELS_FILE`, and facts that only the catalogue must have. */
export function checkFeed(content: unknown): { feed: Feed } | { problems: FileProblem[] } {
  const head = v.safeParse(headSchema, content)
  if (!head.success) {
    const [issue] = head.issues
    return { problems: [{ path: (issue.path ?? []).map(({ key }) => String(key)), code: 'invalid' }] }
  }
  const { version: number, date, models } = head.output
  const checked = checkModels({ models })
  if ('problems' in checked) return checked
  const problems = Object.entries(checked.file.models).flatMap(([id, entry]) => missingFacts(id, entry))
  return problems.length > 0 ? { problems } : { feed: { version: number, date, models: checked.file.models } }
}

function missingFacts(id: string, { provider, cost, price, ends, source, checked }: Entry): FileProblem[] {
  const at = (key: string) => ['models', id, key]
  if (!serviceIds.some((service) => service === provider)) return [{ path: at('provider'), code: 'service' }]
  if (price) return [{ path: at('price'), code: 'unknown_key' }]
  const given = { source, checked, cost: cost ?? ends }
  return Object.entries(given).flatMap(([key, value]) => (value === undefined ? [{ path: at(key), code: 'missing' as const }] : []))
}

/** Checks a detached Ed25519 signature. `key`: the 32 bytes of the public key, in base64. */
export function isSigned(content: Uint8Array, signature: string, key: string): boolean {
  const x = Buffer.from(key, 'base64').toString('base64url')
  try {
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return verify(null, content, publicKey, Buffer.from(signature.trim(), 'base64'))
  } catch {
    return false
  }
}

/** Parses a feed. Returns the failure if it is broken. */
export function parseFeed(content: string): { feed: Feed } | FeedFailure {
  let parsed: unknown
  try {
    parsed = JSON.parse(content)
  } catch {
    return { code: 'broken' }
  }
  const checked = checkFeed(parsed)
  if ('feed' in checked) return checked
  const [problem] = checked.problems
  return { code: 'broken', ...(problem && { problem }) }
}

/** Lays a feed over the catalogue of this release: it replaces the models of every service that it names. */
export function catalogueOf({ version: number, date, models }: Feed, edition: string): Catalogue {
  const entries = Object.entries(models)
  const services = ofServices((service) => {
    const own = entries.filter(([, { provider }]) => provider === service)
    if (own.length > 0) return readEntries(Object.fromEntries(own), edition)
    return { models: shippedCatalogue.models[service], retired: shippedCatalogue.retired[service] }
  })
  return {
    edition,
    version: number,
    date,
    models: ofServices((service) => services[service].models),
    retired: ofServices((service) => services[service].retired),
  }
}
