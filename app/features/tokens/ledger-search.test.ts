import { expect, test } from 'vitest'
import { isFiltered, ledgerFilterOf, ledgerSearch } from './ledger-search.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

test('the address is translated into kind, time and search filters', () => {
  expect(ledgerFilterOf({ what: 'spent', span: 7, q: 'fox' }, now)).toEqual({
    kind__in: 'settle',
    from: '2026-11-13T12:00:00.000Z',
    q: 'fox',
  })
  expect(ledgerFilterOf({ from: '2026-11-01', to: '2026-11-05' }, now)).toEqual({ from: '2026-11-01', to: '2026-11-05' })
  expect(ledgerFilterOf({}, now)).toEqual({})
})

test('an invalid address sets no filter', () => {
  const search = ledgerSearch({ what: 'stolen', span: 3, from: 'yesterday', q: 'x'.repeat(201) })
  expect(isFiltered(search)).toBe(false)
})
