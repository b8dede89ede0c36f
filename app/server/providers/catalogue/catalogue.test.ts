import { expect, test } from 'vitest'
import { serviceIds } from '../../env.ts'
import { catalogue, retiredModels } from './catalogue.ts'
import { priceOfCost } from './costs.ts'
import { shipped } from './shipped.ts'
import { checkModels } from '../models-file/check-models.ts'
import { endingSoon, hasEnded } from '../lifecycle.ts'

test.each(serviceIds)('every entry of %s is one that MODELS_FILE could have, with its cost', async (service) => {
  const result = checkModels(shipped[service])
  expect(result).not.toHaveProperty('problems')
  if ('problems' in result) return
  for (const [id, { provider, cost, ends, source, checked }] of Object.entries(result.file.models)) {
    expect(provider, id).toBe(service)
    expect(source && checked && (cost ?? ends), id).toBeDefined()
  }
})

const entries = serviceIds.flatMap((service) => catalogue[service])
const dayPattern = /^20\d\d-[01]\d-[0-3]\d$/

test.each(entries.map((entry) => [entry.id, entry] as const))(
  '%s names its document, the day it was read, and what it costs',
  (_id, entry) => {
    expect(new URL(entry.source).protocol).toBe('https:')
    expect(entry.checked).toMatch(dayPattern)
    expect(entry.price).toEqual(priceOfCost(entry.cost))
    if (entry.later) expect(entry.later.from).toMatch(dayPattern)
  },
)

test('a retiring model has a date after its entry was checked, and a successor that lasts longer', () => {
  for (const { id, checked, endsAt, successor } of entries) {
    if (endsAt === undefined) continue
    expect(endsAt, id).toMatch(dayPattern)
    expect(endsAt > checked, id).toBe(true)
    if (successor === undefined) continue
    const next = entries.find((entry) => entry.id === successor)
    expect(next, id).toBeDefined()
    expect(next && hasEnded(next, endsAt), id).toBe(false)
  }
})

test('no retired model is on offer, and its successor is', () => {
  for (const { id, model, successor } of Object.values(retiredModels).flat()) {
    expect(entries.filter((entry) => entry.id === id || entry.model === model)).toEqual([])
    if (successor !== undefined) expect(entries.map((entry) => entry.id)).toContain(successor)
  }
})

test('a retirement is announced for sixty days and names the successor', () => {
  const model = { id: 'cloud/old', endsAt: '2026-12-01', successor: 'cloud/new' }
  expect(endingSoon([model], '2026-10-01')).toEqual([])
  expect(endingSoon([model], '2026-10-02')).toEqual(['cloud/old ends on 2026-12-01 (in 60 days): its successor is cloud/new'])
  expect(endingSoon([{ id: 'cloud/old', endsAt: '2026-12-01' }], '2026-11-30')).toEqual([
    'cloud/old ends on 2026-12-01 (in 1 day): it has no successor here',
  ])
  expect(endingSoon([model], '2026-12-01')).toEqual([])
})
