import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import createIcon, { toPathData } from './create-icon.ts'

test('shapes become outlines that do not depend on the ones before them', () => {
  expect(toPathData(['path', { d: 'm21 21-4.34-4.34', key: 'a' }])).toBe('M0 0m21 21-4.34-4.34')
  expect(toPathData(['path', { d: 'M5 12h14' }])).toBe('M5 12h14')
  expect(toPathData(['line', { x1: '8', x2: '16', y1: '21', y2: '21' }])).toBe('M8 21L16 21')
  expect(toPathData(['circle', { cx: '11', cy: '11', r: '8' }])).toBe('M3 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z')
  expect(toPathData(['rect', { width: '18', height: '10', x: '3', y: '4' }])).toBe('M3 4h18v10h-18v-10z')
  expect(toPathData(['rect', { width: '18', height: '10', x: '3', y: '4', rx: '2' }])).toBe(
    'M5 4h14a2 2 0 0 1 2 2v6a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-6a2 2 0 0 1 2 -2z',
  )
})

test('a shape that is more than an outline keeps its icon as it is', () => {
  const node = [
    ['path', { d: 'M5 12h14', key: 'a' }],
    ['circle', { cx: '1', cy: '2', r: '3', fill: 'currentColor', key: 'b' }],
  ] as const
  expect(toPathData(node[1])).toBeUndefined()
  const html = renderToStaticMarkup(createElement(createIcon({ name: 'dot', node })))
  expect(html).toContain('<path d="M5 12h14"></path><circle cx="1" cy="2" r="3" fill="currentColor"></circle>')
})

test('an icon is one path, decorative unless it has a name, with the given classes and attributes', () => {
  const Icon = createIcon({
    name: 'search',
    node: [
      ['path', { d: 'm21 21-4.34-4.34' }],
      ['circle', { cx: '11', cy: '11', r: '8' }],
    ],
  })
  const d = 'M0 0m21 21-4.34-4.34M3 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z'
  expect(renderToStaticMarkup(createElement(Icon, { className: 'size-4', strokeWidth: 1.75 }))).toBe(
    `<svg viewBox="0 0 24 24" stroke-width="1.75" aria-hidden="true" class="icon size-4"><path d="${d}"></path></svg>`,
  )
  expect(renderToStaticMarkup(createElement(Icon, { 'aria-label': 'Search', role: 'img' }))).not.toContain('aria-hidden')
})
