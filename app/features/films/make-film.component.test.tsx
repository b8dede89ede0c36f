import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeFilmCall } from '#app/contract/films/films.calls.ts'
import type { FilmPart } from '#app/contract/films/films.ts'
import { getGenerationCall, listGenerationsCall } from '#app/contract/runs/generations.calls.ts'
import { notifyTabs } from '#app/shell/live/generation-connection.ts'
import { serveFilm } from '#tests/factories/film.ts'
import { generation, idAt } from '#tests/factories/generation.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { openFilmPage } from '#tests/fixtures/component/film-page.ts'
import { refuse } from '#tests/fixtures/component/page.tsx'

const run = generation(2, { type: 'video', model: 'sketch-film', prompt: '', status: 'queued' })
const missing: FilmPart = {
  part: 'animatic',
  state: 'missing',
  causes: [],
  take: null,
  run: null,
  error: null,
  takes: 0,
  recipe: '',
  stand_ins: null,
}
const take = {
  id: run.id,
  url: null,
  poster_url: null,
  thumbnail_url: null,
  duration_ms: 12_000,
  model: 'sketch-film',
  charged_milli: 3_000,
  created_at: '2026-11-29T12:00:00.000Z',
}

async function openFilm(part: FilmPart, shown = run) {
  const state = serveFilm(undefined, [part])
  api.answer(listGenerationsCall, () => ({ items: [], next_cursor: null }))
  api.answer(getGenerationCall, () => shown)
  const { person } = await openFilmPage('')
  return { state, person }
}

test('the animatic is made at the price on its button, and its progress is shown', async () => {
  const { state, person } = await openFilm(missing)
  const make = await screen.findByRole('button', { name: 'Make the animatic · 3 tokens' })
  api.answer(makeFilmCall, () => {
    state.parts = [{ ...missing, state: 'waiting', run: run.id }]
    return { make: idAt(3), runs: [run] }
  })
  await person.click(make)
  const animatic = await screen.findByRole('region', { name: 'Animatic' })
  expect(within(animatic).getByRole('progressbar')).toBeTruthy()
  expect(api.inputs(makeFilmCall)).toEqual([{ id: idAt(1), what: 'animatic', again: false, max_price: 3 }])
  await waitFor(() => expect(screen.queryByRole('button', { name: /Make the animatic/ })).toBeNull())
})

test('a run that another window starts, and its end, are shown without a reload', { tags: ['full'] }, async () => {
  const { state } = await openFilm(missing)
  const ofFilm = { ...run, film: { id: idAt(1), part: 'animatic' } }
  state.parts = [{ ...missing, state: 'waiting', run: run.id }]
  notifyTabs(ann.id, { type: 'generation', data: ofFilm })
  expect(within(await screen.findByRole('region', { name: 'Animatic' })).getByRole('progressbar')).toBeTruthy()
  state.parts = [{ ...missing, state: 'made', take, takes: 1 }]
  notifyTabs(ann.id, { type: 'generation', data: { ...ofFilm, status: 'succeeded' } })
  expect(await screen.findByText('The animatic shows the film as it is now.')).toBeTruthy()
})

test('too few tokens start nothing, say how many are missing, and lead to the shop', { tags: ['full'] }, async () => {
  const { person } = await openFilm(missing)
  api.answer(makeFilmCall, refuse('not_enough_tokens', { missing: 2 }))
  await person.click(await screen.findByRole('button', { name: 'Make the animatic · 3 tokens' }))
  expect(await screen.findByText('You need 2 tokens more.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Get tokens' })).toBeTruthy()
})

test('an animatic that is up to date is made again at the price of another one', async () => {
  const { person } = await openFilm({ ...missing, state: 'made', take, takes: 1 }, { ...run, status: 'succeeded' })
  api.answer(makeFilmCall, () => ({ make: idAt(3), runs: [run] }))
  await person.click(await screen.findByRole('button', { name: 'Make the animatic again · 3 tokens' }))
  await waitFor(() => expect(api.inputs(makeFilmCall)).toEqual([{ id: idAt(1), what: 'animatic', again: true, max_price: 3 }]))
})

test('a film that was changed since names the causes and keeps its old animatic', { tags: ['full'] }, async () => {
  await openFilm(
    { ...missing, state: 'stale', causes: ['text', 'length'], take, takes: 1 },
    { ...run, status: 'succeeded', film: { id: idAt(1), part: 'animatic' } },
  )
  expect(await screen.findByText('Out of date: text and length changed')).toBeTruthy()
  // Nothing but the film's own button makes it again.
  expect(screen.getByRole('button', { name: 'Favorite' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Another version/ })).toBeNull()
  expect(await screen.findByRole('button', { name: 'Make the animatic again · 3 tokens' })).toBeTruthy()
})

test('a finished film is named so while the film still counts its run', async () => {
  const film: FilmPart = { ...missing, part: 'film', state: 'making', run: run.id }
  await openFilm(film, { ...run, status: 'succeeded', film: { id: idAt(1), part: 'film' } })
  const region = await screen.findByRole('region', { name: 'Finished film' })
  expect(within(region).getByText('Finished film')).toBeTruthy()
  expect(within(region).queryByText('Animatic')).toBeNull()
})
