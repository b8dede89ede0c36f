import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cancelMakeCall, listFilmTakesCall, makeFilmCall, quoteFilmCall } from '#app/contract/films/films.calls.ts'
import type { FilmPart, FilmQuoteRow } from '#app/contract/films/films.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { getGenerationCall, listGenerationsCall } from '#app/contract/runs/generations.calls.ts'
import { filmOf, filmPart, filmQuote, quotedPart, serveFilm } from '#tests/factories/film.ts'
import { generation, idAt } from '#tests/factories/generation.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { openFilmPage } from '#tests/fixtures/component/film-page.ts'
import { openPage, refuse } from '#tests/fixtures/component/page.tsx'

const model: Model = {
  id: 'sketch-image',
  name: 'Sketch Image',
  type: 'image',
  provider: 'sketch',
  description: 'Draws landscapes',
  price: { base: 4, per: null },
  options: { type: 'object', properties: {}, additionalProperties: false },
  inputs: [],
  prompt: { placeholder: '', max_length: 2_000, examples: [] },
  history: false,
  available: true,
  unavailable_reason: null,
  measured: null,
}
const shots = ['shotaa', 'shotbb', 'shotcc']
const take = (n: number) => ({
  id: idAt(n),
  url: null,
  poster_url: null,
  thumbnail_url: null,
  duration_ms: null,
  model: 'sketch-image',
  charged_milli: 4_000,
  created_at: '2026-11-29T12:00:00.000Z',
})
const parts = (change: Record<string, Partial<FilmPart>> = {}) =>
  [...shots.map((id) => `still:${id}`), ...shots.map((id) => `clip:${id}`), 'animatic', 'film'].map((name) => filmPart(name, change[name]))
const rows: FilmQuoteRow[] = [
  ...shots.map((id) => quotedPart(`still:${id}`, 4)),
  quotedPart('clip:shotaa', 40, { model: 'sketch-video', not_honoured: ['picture', 'shape'], ends_at: '2026-12-15T00:00:00.000Z' }),
  quotedPart('clip:shotbb', 40, { excluded: 'model_unavailable' }),
  quotedPart('film', 3, { model: 'sketch-film' }),
]

async function openFilm(search: string, given: FilmPart[], { available = 100, quoted = rows, models = [model], document = filmOf() } = {}) {
  const state = serveFilm(document, given)
  api.answer(listGenerationsCall, () => ({ items: [], next_cursor: null }))
  api.answer(getGenerationCall, ({ id }) => ({
    ...generation(1),
    id,
    status: 'succeeded' as const,
    prompt: 'Lighthouse at dusk. A storm is coming.',
  }))
  api.answer(quoteFilmCall, ({ what, parts: named }) => {
    if (what === 'animatic') return filmQuote([quotedPart('animatic', 3, { model: 'sketch-film' })], available)
    return filmQuote(named ? quoted.filter(({ part }) => named.includes(part)) : quoted, available)
  })
  const { person } = await openFilmPage(search, { models })
  return { state, person }
}
const button = (name: string | RegExp) => screen.getByRole('button', { name })

test('the list of a new film has the animatic chosen, and starts exactly what is chosen at the shown price', async () => {
  const { state, person } = await openFilm('', parts())
  await person.click(button('Make…'))
  const dialog = await screen.findByRole('dialog', { name: 'What to make' })
  const box = (name: RegExp) => within(dialog).getByRole('checkbox', { name })
  expect(await within(dialog).findByRole('button', { name: 'Make 1 part · 3 tokens' })).toBeEnabled()
  expect(box(/^Animatic/)).toBeChecked()
  expect(box(/^Images · 3 missing/)).not.toBeChecked()
  await person.click(box(/^Animatic/))
  await person.click(box(/^Images/))
  await person.click(within(dialog).getByRole('button', { name: 'Details: Images' }))
  await person.click(box(/^Shot 2/))
  api.answer(makeFilmCall, () => {
    state.parts = parts({ 'still:shotaa': { state: 'waiting' }, 'still:shotcc': { state: 'waiting' } })
    return { make: idAt(9), runs: [] }
  })
  await person.click(within(dialog).getByRole('button', { name: 'Make 2 parts · 8 tokens' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.inputs(makeFilmCall)).toEqual([{ id: idAt(1), parts: ['still:shotaa', 'still:shotcc'], max_price: 8 }])
  expect(await screen.findByRole('button', { name: /^Shot 1 .*Image · Waiting/ })).toBeTruthy()
})

test('a part says what its model does not honor and when it ends, and why it is left out', { tags: ['full'] }, async () => {
  const { person } = await openFilm('', parts())
  await person.click(button('Make…'))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText(/1 is left out\. Its model isn’t available right now\./)).toBeTruthy()
  await person.click(within(dialog).getByRole('button', { name: 'Details: Videos' }))
  const clip = within(dialog).getByRole('checkbox', { name: /^Shot 1/ })
  expect(clip).toHaveAccessibleName(/Not honored: the image of the shot and the shape/)
  expect(clip).toHaveAccessibleName(/This model ends on December 1[45], 2026\./)
  expect(within(dialog).getByRole('checkbox', { name: /^Shot 2/ })).toBeDisabled()
})

test('too few tokens offer the largest part that fits, and a refusal is shown in words', { tags: ['full'] }, async () => {
  const { person } = await openFilm('', parts({ animatic: { state: 'made', take: take(2), takes: 1 } }), { available: 9 })
  await person.click(button('Make…'))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText('You need 46 tokens more.')).toBeTruthy()
  expect(within(dialog).getByRole('button', { name: 'Make 5 parts · 55 tokens' })).toBeDisabled()
  expect(within(dialog).getByRole('button', { name: /Only/ })).toHaveTextContent('Only: Film file · 3 tokens')
  await person.click(within(dialog).getByRole('button', { name: /Only/ }))
  api.answer(makeFilmCall, refuse('over_daily_limit'))
  await person.click(within(dialog).getByRole('button', { name: 'Make 1 part · 3 tokens' }))
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(/\w/)
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('a card says why its picture is out of date, and “Keep it” is a change of the document', async () => {
  const stale: Partial<FilmPart> = { state: 'stale', causes: ['text'], take: take(2), takes: 1 }
  const { state, person } = await openFilm('&shot=shotaa', parts({ 'still:shotaa': stale }))
  expect(button(/^Shot 1 .*Image · Out of date: its text changed/)).toBeTruthy()
  await person.click(button('Keep it'))
  await waitFor(() => expect(state.document.kept).toEqual({ 'still:shotaa': 'recipe-of-still-shotaa' }))
})

test('a picture is made at its price, another take is chosen for free, and the prompt is replaced and given back', async () => {
  const made = { state: 'made', take: take(3), takes: 2 } as const
  api.answer(listFilmTakesCall, () => ({
    items: [3, 2].map((n) => ({ ...take(n), status: 'succeeded' as const, error: null, price_milli: 4_000, causes: [], chosen: n === 3 })),
    next_cursor: null,
  }))
  const { state, person } = await openFilm('&shot=shotaa', parts({ 'still:shotaa': made }))
  expect(await screen.findByText('Take 2 of 2')).toBeTruthy()
  await person.click(button('Earlier take'))
  await waitFor(() => expect(state.document.takes).toEqual({ 'still:shotaa': idAt(2) }))
  await person.click(button(/^Model: /))
  const prompt = await screen.findByRole('textbox', { name: 'Prompt' })
  await waitFor(() => expect(prompt).toHaveValue('Wide shot. Lighthouse, at dusk. A storm is coming.'))
  await person.type(prompt, ' Gulls.')
  await waitFor(() => expect(state.document.shots.shotaa?.still?.prompt).toBe('Wide shot. Lighthouse, at dusk. A storm is coming. Gulls.'))
  await person.click(button('Back to automatic'))
  await waitFor(() => expect(state.document.shots.shotaa?.still?.prompt).toBeNull())
  api.answer(makeFilmCall, () => ({ make: idAt(9), runs: [] }))
  await person.click(await screen.findByRole('button', { name: 'Another take · 4 tokens' }))
  await waitFor(() => expect(api.inputs(makeFilmCall)).toEqual([{ id: idAt(1), parts: ['still:shotaa'], max_price: 4 }]))
})

test('everything under way is stopped at once, and what cannot be stopped is named', { tags: ['full'] }, async () => {
  const running = { state: 'making', run: idAt(4) } as const
  const state = serveFilm(filmOf(), parts({ 'still:shotaa': running }))
  state.make = { id: idAt(9), runs: 3, ended: 1 }
  api.answer(listGenerationsCall, () => ({ items: [], next_cursor: null }))
  const { person } = await openPage(`/dashboard?film=${idAt(1)}`, { user: ann })
  expect(await screen.findByText('1 of 3 parts are ready')).toBeTruthy()
  api.answer(cancelMakeCall, () => {
    state.make = null
    return { canceled: [idAt(5)], too_late: [idAt(4)] }
  })
  await person.click(button('Stop all'))
  expect(await screen.findByText('1 part is stopped')).toBeTruthy()
  expect(screen.getByText('Can’t be stopped: Shot 1')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('1 of 3 parts are ready')).toBeNull())
})

test('a video starts later by a step or a second, and never so late that nothing of it is seen', async () => {
  const clip = { state: 'made', take: { ...take(3), duration_ms: 2_000 }, takes: 1 } as const
  const { state, person } = await openFilm('&view=cut', parts({ 'clip:shotaa': clip }))
  const later = await screen.findByRole('button', { name: 'Start the video later: shot 1' })
  expect(button('Start the video earlier: shot 1')).toBeDisabled()
  expect(screen.queryByRole('button', { name: 'Start the video later: shot 2' })).toBeNull()
  later.focus()
  await person.keyboard('{Enter}')
  expect(screen.getByText('from 0.1 s')).toBeTruthy()
  await person.keyboard('{Shift>}{Enter}{/Shift}')
  expect(screen.getByText('from 1.1 s')).toBeTruthy()
  await waitFor(() => expect(state.document.shots.shotaa?.from).toBe(1.1))
  await person.keyboard('{Shift>}{Enter}{/Shift}')
  expect(screen.getByText('from 1.5 s')).toBeTruthy()
  expect(later).toBeDisabled()
  await waitFor(() => expect(state.document.shots.shotaa?.from).toBe(1.5))
})

test('a finished film names its stand-ins', { tags: ['full'] }, async () => {
  const film = { state: 'made', take: take(2), takes: 1, stand_ins: ['shotaa', 'shotcc'] } as const
  await openFilm('', parts({ film: { ...film, stand_ins: [...film.stand_ins] } }))
  expect(await screen.findByText('Made of 3 shots, 2 of them stand-ins: 1 and 3')).toBeTruthy()
})

const speech: Model = {
  ...model,
  id: 'voices/clear',
  name: 'Clear',
  type: 'audio',
  provider: 'voices',
  options: {
    type: 'object',
    properties: { voice: { type: 'string', title: 'Voice', enum: ['anna', 'boris'], default: 'anna' } },
    additionalProperties: false,
  },
}
const composer: Model = { ...speech, id: 'tunes/calm', name: 'Calm', provider: 'tunes', options: { ...model.options } }

test('the voices and the music of a service are chosen for the film, and each line and the music is recorded at its price', async () => {
  const recorded = [quotedPart('line:shotbb.1', 2, { model: speech.id }), quotedPart('music', 9, { model: composer.id })]
  const { state, person } = await openFilm('&shot=shotbb', parts(), {
    quoted: recorded,
    models: [model, speech, composer],
    document: filmOf({ music: { words: 'Piano' } }),
  })
  await person.click(await screen.findByRole('radio', { name: 'Words' }))
  expect(screen.queryByRole('button', { name: /Record the line/ })).toBeNull()
  await person.click(button('Music, voice and look'))
  const choose = async (list: RegExp, choice: string) => {
    await person.click(await screen.findByRole('combobox', { name: list }))
    await person.click(await screen.findByRole('option', { name: choice }))
  }
  await choose(/^Voices by/, 'Clear')
  await waitFor(() => expect(state.document.models.line).toEqual({ model: speech.id, options: {} }))
  await person.click(within(await screen.findByRole('group', { name: 'Narrator' })).getByRole('radio', { name: 'boris' }))
  await waitFor(() => expect(state.document.narrator.line).toEqual({ model: null, options: { voice: 'boris' } }))
  state.parts = [...parts(), filmPart('line:shotbb.1'), filmPart('music')]
  await choose(/^Music by/, 'Calm')
  api.answer(makeFilmCall, () => ({ make: idAt(9), runs: [] }))
  await person.click(await screen.findByRole('button', { name: 'Create the music · 9 tokens' }))
  await waitFor(() => expect(api.inputs(makeFilmCall)).toEqual([{ id: idAt(1), parts: ['music'], max_price: 9 }]))
  await person.keyboard('{Escape}')
  await person.click(await screen.findByRole('button', { name: 'Record the line · 2 tokens' }))
  await waitFor(() => expect(api.inputs(makeFilmCall)).toHaveLength(2))
  expect(api.inputs(makeFilmCall)[1]).toEqual({ id: idAt(1), parts: ['line:shotbb.1'], max_price: 2 })
})
