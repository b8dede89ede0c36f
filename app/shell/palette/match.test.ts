import { expect, test } from 'vitest'
import { fitness, readings } from './match.ts'

test('the beginning of a word is enough, and a whole line beats a part of it', () => {
  expect(fitness('set', 'Settings')).toBe(1)
  expect(fitness('tok', 'Buy tokens')).toBeGreaterThan(0)
  expect(fitness('settings', 'Settings')).toBeGreaterThan(fitness('settings', 'Profile: settings'))
  expect(fitness('zebra', 'Settings')).toBe(0)
})

test('every typed word must match', () => {
  expect(fitness('new vid', 'New video')).toBe(1)
  expect(fitness('vid new', 'New video')).toBeGreaterThan(0)
  expect(fitness('new zebra', 'New video')).toBe(0)
})

test('keys of the other layout are understood: English on a Russian keyboard, Russian on a Latin one', () => {
  expect(fitness('ыуеештпы', 'Settings')).toBeGreaterThan(0)
  expect(fitness('yfcnhjqrb', 'Настройки')).toBeGreaterThan(0)
  expect(readings('ghbdtn')).toContain('привет')
})

test('a line is found by its name in the other language, below one that shows the typed name', () => {
  const hidden = fitness('настройки', 'Settings', 'настройки параметры')
  expect(hidden).toBeGreaterThan(0)
  expect(hidden).toBeLessThan(fitness('настройки', 'Настройки'))
})

test('ё is е, case does not matter, and a shortening of a word is found', () => {
  expect(fitness('темная', 'Тёмная тема')).toBe(1)
  expect(fitness('Настройки'.normalize('NFD'), 'Настройки')).toBe(1)
  expect(fitness('sttngs', 'Settings')).toBeGreaterThan(0)
  expect(fitness('sgs', 'A long line of settings and songs')).toBe(fitness('sgs', 'songs'))
})

test('an empty query matches everything', () => {
  expect(fitness('  ', 'Settings')).toBe(1)
})
