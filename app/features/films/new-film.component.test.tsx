import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFilmCall, listFilmsCall, splitScriptCall } from '#app/contract/films/films.calls.ts'
import { scriptMaxLength } from '#app/contract/films/film-values.ts'
import { timelineOf } from '#app/contract/films/timeline.ts'
import { listGenerationsCall } from '#app/contract/runs/generations.calls.ts'
import { filmOf, serveFilm } from '#tests/factories/film.ts'
import { idAt } from '#tests/factories/generation.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { openPage, refuse } from '#tests/fixtures/component/page.tsx'

const script = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^What is your film about/ })
const button = (name: string | RegExp) => screen.getByRole('button', { name })

function answerCreated(document = filmOf()) {
  api.answer(createFilmCall, () => ({
    id: idAt(1),
    document,
    revision: 1,
    parts: [],
    timeline: timelineOf(document),
    make: null,
    undoable: false,
    redoable: false,
    created_at: '2026-11-29T12:00:00.000Z',
    updated_at: '2026-11-29T12:00:00.000Z',
    deleted_at: null,
  }))
}

async function openForm() {
  const document = filmOf()
  api.answer(listGenerationsCall, () => ({ items: [], next_cursor: null }))
  api.answer(listFilmsCall, () => ({ items: [], next_cursor: null }))
  api.answer(splitScriptCall, () => ({ document, timeline: timelineOf(document) }))
  serveFilm(document)
  answerCreated(document)
  const { person } = await openPage('/dashboard?film=new', { user: ann })
  await screen.findByRole('heading', { level: 1, name: 'Film' })
  return { person }
}

test('a pasted script becomes a film with the chosen shape, free, and a repeated press sends the same film', async () => {
  const { person } = await openForm()
  fireEvent.change(script(), { target: { value: 'A storm is coming.\n\nThe fox waits.' } })
  await person.click(screen.getByRole('radio', { name: '9:16' }))
  await person.click(screen.getByRole('radio', { name: '60 s' }))
  expect(button(/^Split into shots · free$/)).toBeEnabled()
  api.answer(createFilmCall, refuse('too_many_films'))
  await person.click(button(/^Split into shots/))
  await waitFor(() => expect(screen.getAllByRole('alert').some(({ textContent }) => textContent !== '')).toBe(true))
  answerCreated()
  await person.click(button(/^Split into shots/))
  expect(await screen.findByRole('heading', { level: 1, name: 'The keeper' })).toBeTruthy()
  expect(api.inputs(splitScriptCall)).toEqual([
    { text: 'A storm is coming.\n\nThe fox waits.', language: 'en', seconds: 60, read_aloud: false },
  ])
  const [first, second] = api.inputs(createFilmCall)
  expect(first).toMatchObject({ document: { shape: '9:16', title: 'The keeper' } })
  expect(second).toEqual(first)
})

test('a draft takes the sentence and says that its blanks are to be filled, and can be undone', { tags: ['full'] }, async () => {
  const { person } = await openForm()
  await person.type(script(), 'Our lighthouse.')
  await person.click(button('A place'))
  expect(script().value).toContain('Title: Our lighthouse\n')
  expect(script().value).toContain('[THE PLACE]')
  expect(screen.getByText(/This is a draft/)).toBeTruthy()
  await person.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(script()).toHaveValue('Our lighthouse.')
})

test('one press makes a film of the example', { tags: ['full'] }, async () => {
  const { person } = await openForm()
  await person.click(button('Try an example'))
  expect(await screen.findByRole('heading', { level: 1, name: 'The keeper' })).toBeTruthy()
  expect(api.inputs(splitScriptCall)[0]?.text).toContain('LIGHTHOUSE')
})

test('a script that is too long stays and is refused with words, typed and as a file', async () => {
  const { person } = await openForm()
  fireEvent.change(script(), { target: { value: 'a'.repeat(scriptMaxLength + 1) } })
  expect(screen.getByText('The script is longer than 60,000 characters. Split it into several films.')).toBeTruthy()
  expect(script().value).toHaveLength(scriptMaxLength + 1)
  expect(button(/^Split into shots/)).toBeDisabled()
  await person.upload(screen.getByLabelText('Script file'), new File(['b'.repeat(scriptMaxLength + 1)], 'long.txt', { type: 'text/plain' }))
  expect(await screen.findByText(/^long.txt is longer than 60,000 characters/)).toBeTruthy()
  await person.upload(screen.getByLabelText('Script file'), new File(['The fox waits.'], 'fox.txt', { type: 'text/plain' }))
  await waitFor(() => expect(script()).toHaveValue('The fox waits.'))
})
