import { expect, test } from 'vitest'
import { filmOf } from '#tests/factories/film.ts'
import { arrange } from './arrange.ts'

test('a split script gets framings and cameras that differ, and animals are drawn as such', () => {
  const film = filmOf({ roles: { keeper: { name: 'Смотритель', colour: 0 }, thefox: { name: 'Лиса', colour: 1 } } })
  const { shots, roles, order } = arrange(film)
  expect(order.map((id) => [shots[id]?.framing, shots[id]?.camera])).toEqual([
    ['wide', 'pan_right'],
    ['medium', 'still'],
    ['full', 'pull_out'],
  ])
  expect(Object.values(roles).map(({ kind }) => kind)).toEqual(['person', 'animal'])
  // Texts, lengths and the order stay.
  expect(order).toEqual(film.order)
  for (const id of order)
    expect(shots[id]).toMatchObject({ action: film.shots[id]?.action, words: film.shots[id]?.words, seconds: film.shots[id]?.seconds })
})
