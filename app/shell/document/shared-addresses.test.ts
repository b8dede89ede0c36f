import {
  type AnyRouter,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  defaultStringifySearch,
  type ParsedLocation,
  retainSearchParams,
} from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { createLocaleRewrite } from '#app/shell/i18n/locale-rewrite.ts'
import { shareAddresses, stringifySearch } from './shared-addresses.ts'

const root = createRootRoute()
const paths = ['/', '/dashboard', '/dashboard/image', '/checkout/$order']
const filtered = createRoute({ getParentRoute: () => root, path: '/legal', search: { middlewares: [retainSearchParams(['q'])] } })
const routeTree = root.addChildren([...paths.map((path) => createRoute({ getParentRoute: () => root, path })), filtered])

/** A router of the page's address; as the server's, or as the framework makes it. */
function open(page: string, isServer: boolean) {
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: [page] }),
    rewrite: createLocaleRewrite(),
    origin: 'https://quartet.example',
    ...(isServer ? { stringifySearch } : {}),
  })
  if (isServer) shareAddresses(router)
  return router
}

const someOrder: string = '/checkout/7'

const links: ((build: AnyRouter['buildLocation']) => ParsedLocation)[] = [
  (build) => build({ to: '/' }),
  (build) => build({ to: '/dashboard' }),
  (build) => build({ to: '/dashboard/image', search: {} }),
  (build) => build({ to: '/dashboard', search: { item: '01a21838-da96-72fe-85fe-80d4ee358be8', at: 2, kind: undefined } }),
  (build) => build({ to: '/dashboard/image', search: { prompt: `a “sea” & 'sky' #1 100% +/\\ ёж`, model: 'sketch-image' } }),
  (build) => build({ to: '/dashboard/image', search: { prompt: '12', index: 3 } }),
  (build) => build({ to: '/dashboard', search: { item: 'x' }, state: { openedFrom: 'feed' }, hash: '' }),
  (build) => build({ to: '/dashboard', hash: 'library' }),
  (build) => build({ to: '/dashboard', search: true }),
  (build) => build({ to: '/dashboard', search: ({ q }) => ({ q, model: 'sketch-image' }) }),
  (build) => build({ to: '.', search: { q: 'boat' } }),
  (build) => build({ to: '/checkout/$order', params: { order: '7' } }),
  (build) => build({ to: someOrder }),
  (build) => build({ to: '/legal' }),
]

test.each(['/dashboard?kind=image', '/en', '/ru/dashboard?q=sea', '/ru/checkout/3'])(
  'the server links to the same addresses as a page of %s',
  (page) => {
    const plain = open(page, false)
    // The second router finds what the first has built.
    for (const router of [open(page, true), open(page, true)]) {
      for (const link of links) {
        const { state: _state, ...expected } = link(plain.buildLocation)
        expect(link(router.buildLocation)).toMatchObject(expected)
      }
    }
  },
)

test.each([
  'sea',
  '',
  ' ',
  '12',
  '1e3',
  '-1',
  '--',
  'new',
  'true',
  'trueish',
  'false',
  'fa',
  'null',
  'nullable',
  '"a"',
  '[1]',
  '[',
  '{',
  '{"a":1}',
  '01a21838-da96-72fe-85fe-80d4ee358be8',
  'e1a21838-da96-72fe-85fe-80d4ee358be8',
  '12345678-1',
  'ёж',
])('a query is written as the framework does: %j', (text) => {
  expect(stringifySearch({ text })).toBe(defaultStringifySearch({ text }))
})
