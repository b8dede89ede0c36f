import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { isRich } from './is-rich.ts'
import { readBlocks, RichText } from './rich-text.tsx'

test('blank lines divide paragraphs, single breaks stay within them', () => {
  expect(readBlocks('One\nstill one\n\nTwo')).toEqual([
    { kind: 'paragraph', text: 'One\nstill one' },
    { kind: 'paragraph', text: 'Two' },
  ])
})

test('bullets and numbers become lists of their own', () => {
  expect(readBlocks('- a\n• b\n1. c\n2) d')).toEqual([
    { kind: 'list', ordered: false, items: ['a', 'b'] },
    { kind: 'list', ordered: true, items: ['c', 'd'] },
  ])
})

test('a heading stands alone', () => {
  expect(readBlocks('## Bridge\nIt stands.')).toEqual([
    { kind: 'heading', level: 2, text: 'Bridge' },
    { kind: 'paragraph', text: 'It stands.' },
  ])
})

test('markup is shown as text', () => {
  expect(readBlocks('<b>a</b>')).toEqual([{ kind: 'paragraph', text: '<b>a</b>' }])
})

test.each([
  ['*Стихи по грамматике.*', '<em>Стихи по грамматике.</em>'],
  ['a *b* and **c**', 'a <em>b</em> and <strong>c</strong>'],
  ['2 * 3 * 4', '2 * 3 * 4'],
  ['2*3*4', '2*3*4'],
])('bold text and emphasis of %s are shown', (text, shown) => {
  expect(renderToStaticMarkup(createElement(RichText, { text }))).toContain(`>${shown}</p>`)
})

test.each([
  ['# Cat', 'h3'],
  ['## Cat', 'h4'],
  ['##### Cat', 'h6'],
])('%s is a heading of its own level, below those of the page', (text, element) => {
  expect(renderToStaticMarkup(createElement(RichText, { text }))).toMatch(new RegExp(`^<${element} [^>]*>Cat</${element}>$`))
})

test.each([
  ['# Verse\n\nA **bold** line.\n\n*A note.*', false],
  ['*A note with **bold** words*', true],
  ['*One* and *two*', false],
  ['*A note with `code`*', true],
  ['2*3*4', true],
  ['*an open phrase', true],
])('a Markdown parser is needed for %j: %s', (text, needed) => {
  expect(isRich(text)).toBe(needed)
})
