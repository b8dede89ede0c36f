import { expect, test } from 'vitest'
import type { FilmPart } from '#app/contract/films/films.ts'
import { filmPart, quotedPart } from '#tests/factories/film.ts'
import { largestFitting, rowsOf, usualParts } from './make-rows.ts'

const row = quotedPart
const part = (name: string, state: FilmPart['state']) => filmPart(name, { state })
const order = ['shotaa', 'shotbb', 'shotcc']
const stills = order.map((id) => row(`still:${id}`, 4))
const clips = order.map((id) => row(`clip:${id}`, 40))

test('parts are grouped by kind, the animatic first, and what is left out costs nothing', () => {
  const rows = rowsOf([...stills, row('clip:shotaa', 40, { excluded: 'no_model' }), row('animatic', 6)])
  expect(rows.map(({ kind, milli }) => [kind, milli])).toEqual([
    ['animatic', 6_000],
    ['still', 12_000],
    ['clip', 0],
  ])
})

test('a new film offers its animatic; later, what is missing or out of date is chosen', () => {
  const rows = rowsOf([row('animatic', 6), ...stills, row('clip:shotaa', 0, { excluded: 'no_model' }), row('film', 6)])
  expect([...usualParts(rows, [part('animatic', 'missing'), part('still:shotaa', 'missing')])]).toEqual(['animatic'])
  expect([...usualParts(rows, [part('animatic', 'made')])]).toEqual([...stills.map((one) => one.part), 'film'])
})

test('the largest part that the balance covers is the first shots, otherwise one kind', () => {
  const all = [...stills, ...clips, row('film', 14)]
  expect(largestFitting(all, order, 100_000)).toMatchObject({ shots: 2, milli: 88_000 })
  expect([...(largestFitting(all, order, 50_000)?.parts ?? [])]).toEqual(['still:shotaa', 'clip:shotaa'])
  expect(largestFitting(all, order, 20_000)).toMatchObject({ kind: 'film', milli: 14_000 })
  expect(largestFitting(all, order, 1_000)).toBeUndefined()
})
