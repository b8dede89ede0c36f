import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type ServiceId, serviceIds } from '../env.ts'
import { catalogue } from './catalogue.ts'

/** Model names from the types of each service's package. */
function namesOf(name: string): string {
  return readFileSync(join(dirname(fileURLToPath(import.meta.resolve(name))), 'index.d.ts'), 'utf8')
}

const packages: Record<ServiceId, string | null> = {
  openai: '@ai-sdk/openai',
  google: '@ai-sdk/google',
  xai: '@ai-sdk/xai',
  anthropic: '@ai-sdk/anthropic',
  mistral: '@ai-sdk/mistral',
  fal: '@ai-sdk/fal',
  replicate: '@ai-sdk/replicate',
  bfl: null,
  elevenlabs: '@ai-sdk/elevenlabs',
  alibaba: '@ai-sdk/alibaba',
  minimax: null,
}

/** Models that are reached without a package; their names are those of the services' own documentation. */
const withoutPackage = [
  'sora-2',
  'music_v1',
  'MiniMax-M2.5',
  'MiniMax-M2.5-highspeed',
  'music-2.0',
  'flux-pro-1.1',
  'flux-pro-1.1-ultra',
  'flux-kontext-pro',
  'flux-kontext-max',
  'flux-pro-1.0-fill',
]

test.each(serviceIds)('%s: every model has a name that the service’s package knows, or is reached without one', (service) => {
  const name = packages[service]
  const known = name === null ? '' : namesOf(name)
  const unknown = catalogue[service]
    .map(({ model }) => model)
    .filter((model) => !withoutPackage.includes(model) && !known.includes(`'${model}'`) && !known.includes(`"${model}"`))
  expect(unknown).toEqual([])
})
