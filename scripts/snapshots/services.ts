import { type Ability, capabilities, capabilityNames, serviceAbilities } from '#tests/services/abilities.ts'
import { replaceTable } from './replace-table.ts'
import type { Snapshot } from './snapshots.ts'

/** The table of services and what programs can do with their models in docs/api.md, as `tests/services/services.test.ts` proves it. */
export const services: Snapshot = {
  file: 'docs/api.md',
  generate: (present) => replaceTable(present, { name: 'services', source: 'tests/services', cells: cells() }),
}

const words: Record<Exclude<Ability, object>, string> = {
  yes: 'yes',
  streamed: 'yes, arguments streamed',
  whole: 'yes, arguments at once',
  repaired: 'checked here, asked again once',
  unwanted: 'not taken back',
}
const wordOf = (ability: Ability) => (typeof ability === 'string' ? words[ability] : `refused: \`${ability.refuses}\``)

const cells = (): string[][] => [
  ['Service', ...capabilities.map((one) => capabilityNames[one])],
  ...Object.values(serviceAbilities).map((service) => [service.name, ...capabilities.map((one) => wordOf(service[one]))]),
]
