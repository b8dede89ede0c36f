import { expect, test } from 'vitest'
import { mergeLatest } from './merge-latest.ts'

const page = (ids: string, next_cursor: string | null, state = 'old') => ({ items: [...ids].map((id) => ({ id, state })), next_cursor })
const list = { pages: [page('hgf', 'f'), page('edc', 'c')], pageParams: ['', 'f'] }

test.each([
  ['new entries come first, known ones are refreshed, and later pages stay', page('jih', 'h', 'new'), ['j+i+h+gf', 'edc'], 'c'],
  ['entries that the filter no longer matches are removed', page('ged', 'd', 'new'), ['g+e+d+', 'c'], 'c'],
  ['a first page without another is the whole list', page('h', null, 'new'), ['h+'], null],
  ['an empty first page empties the list', page('', null), [''], null],
])('a list shows its latest page and keeps what is older: %s', (_, latest, pages, cursor) => {
  const merged = mergeLatest(list, latest)
  expect(merged?.pages.map(({ items }) => items.map(({ id, state }) => (state === 'new' ? `${id}+` : id)).join(''))).toEqual(pages)
  expect(merged?.pages.at(-1)?.next_cursor).toBe(cursor)
  expect(merged?.pageParams).toHaveLength(pages.length)
})

test('a list is read again if entries are missing between it and the latest page', () => {
  expect(mergeLatest(list, page('nml', 'l'))).toBeUndefined()
  expect(mergeLatest({ pages: [page('', null)], pageParams: [''] }, page('nml', 'l'))).toBeUndefined()
})
