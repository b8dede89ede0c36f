import { expect, test } from 'vitest'
import { readBlocks } from './rich-text.tsx'

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
    { kind: 'heading', text: 'Bridge' },
    { kind: 'paragraph', text: 'It stands.' },
  ])
})

test('markup is shown as text', () => {
  expect(readBlocks('<b>a</b>')).toEqual([{ kind: 'paragraph', text: '<b>a</b>' }])
})
