import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { carryQueries, takeQueries } from './carry-queries.ts'

const texts = ['</script><script>alert(1)</script>', '<!--', '\\', '"', '\u2028', 'ж', '$!-->']

test.each([
  ['texts', texts],
  ['a list of objects', texts.map((prompt, id) => ({ id, prompt, title: null }))],
  ['nothing', null],
])('%s are the same in the browser, and nothing in them ends the script element', (_name, data) => {
  const server = new QueryClient()
  server.setQueryData(['works', { q: '</script>' }], data, { updatedAt: 7 })
  const json = carryQueries(server)
  expect(json).not.toContain('<')
  const browser = new QueryClient()
  takeQueries(browser, json)
  expect(browser.getQueryState(['works', { q: '</script>' }])).toMatchObject({ data, dataUpdatedAt: 7, status: 'success' })
})

test('a query that failed is not carried', async () => {
  const server = new QueryClient()
  await server.prefetchQuery({ queryKey: ['models'], queryFn: () => Promise.reject(new Error('no answer')), retry: false })
  expect(carryQueries(server)).toBe('[]')
})
