import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { changeFilmCall, getFilmCall } from '#app/contract/films/films.calls.ts'
import { emptyShot } from './empty-shot.ts'
import { filmOf, serveFilm } from '#tests/factories/film.ts'
import { notifyTabs } from '#app/shell/live/generation-connection.ts'
import { listGenerationsCall } from '#app/contract/runs/generations.calls.ts'
import { idAt } from '#tests/factories/generation.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { browser } from '#tests/fixtures/component/browser.ts'
import { openFilmPage } from '#tests/fixtures/component/film-page.ts'

async function openFilm(search = '', film = filmOf()) {
  api.answer(listGenerationsCall, () => ({ items: [], next_cursor: null }))
  const state = serveFilm(film)
  const { person, close } = await openFilmPage(search)
  return { state, person, close }
}
const field = (name: string | RegExp) => screen.getByRole<HTMLTextAreaElement>('textbox', { name })

/** Adds text to the end of a field at once: on a busy machine, typing may take longer than the rest after which a change is saved. */
async function add(person: UserEvent, name: string, text: string) {
  const into = field(name)
  await person.click(into)
  into.setSelectionRange(into.value.length, into.value.length)
  await person.paste(text)
}
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const cards = () => within(screen.getByRole('list', { name: 'Shots in order' })).getAllByRole('button', { name: /^Shot \d/ })

test('a change of a shot is saved as a patch of its field after a rest, and undone and repeated', async () => {
  const { state, person } = await openFilm()
  const [first, ...others] = cards()
  expect(first).toHaveAccessibleName(/^Shot 1 5 sec A storm is coming\./)
  expect(others[0]).toHaveAccessibleName(/^Shot 2 2\.9 sec The keeper climbs\./)
  expect(others[1]).toHaveAccessibleName(/^Shot 3 4\.2 sec The fox waits\./)
  expect(screen.getByText(/3 shots/)).toHaveTextContent('3 shots · 0:12 of 0:15 · Fits your 15 s')
  await person.click(button(/^Shot 1 /))
  await screen.findByRole('textbox', { name: 'What is seen' })
  await add(person, 'What is seen', ' Gulls.')
  await waitFor(() => expect(state.document.shots.shotaa?.action).toBe('A storm is coming. Gulls.'))
  expect(api.inputs(changeFilmCall)).toEqual([{ id: idAt(1), document: { shots: { shotaa: { action: 'A storm is coming. Gulls.' } } } }])
  await waitFor(() => expect(button('Undo')).toBeEnabled())
  await person.click(button('Undo'))
  await waitFor(() => expect(field('What is seen')).toHaveValue('A storm is coming.'))
  await person.click(button('Redo'))
  await waitFor(() => expect(field('What is seen')).toHaveValue('A storm is coming. Gulls.'))
  screen.getByRole('heading', { level: 2, name: 'Shot 1' }).focus()
  await person.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(state.document.shots.shotaa?.action).toBe('A storm is coming.'))
})

test('typed text stays while another window changes the film, and both changes are kept', { tags: ['full'] }, async () => {
  const { state, person } = await openFilm('&shot=shotaa')
  await add(person, 'What is seen', ' Gulls.')
  const { shots } = state.document
  // The other window saves first.
  state.document = {
    ...state.document,
    title: 'The fox',
    shots: { ...shots, shotbb: { ...(shots.shotbb ?? emptyShot), action: 'Nobody climbs.' } },
  }
  state.revision += 1
  const reading = Promise.withResolvers<void>()
  api.answer(getFilmCall, async () => {
    await reading.promise
    return state.film()
  })
  await waitFor(() => expect(state.document.shots.shotaa?.action).toBe('A storm is coming. Gulls.'))
  // The page reads the other change while more is typed.
  await add(person, 'What is seen', ' Waves.')
  reading.resolve()
  await waitFor(() => expect(button(/Nobody climbs/)).toBeTruthy())
  expect(field('What is seen')).toHaveValue('A storm is coming. Gulls. Waves.')
  expect(field('Title of the film')).toHaveValue('The fox')
  expect(state.document.shots.shotbb?.action).toBe('Nobody climbs.')
})

test('a change of another window that is read just before an answer is shown, and is not put back by the next change', async () => {
  const { state, person } = await openFilm('&shot=shotaa')
  const [reading, answers] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  state.document = { ...state.document, title: 'The fox' }
  state.revision += 1
  api.answer(getFilmCall, async () => {
    await reading.promise
    return state.film()
  })
  const read = api.inputs(getFilmCall).length
  await add(person, 'What is seen', ' Gulls.')
  // The answer says that another window has changed the film, which is read.
  await waitFor(() => expect(api.inputs(getFilmCall).length).toBeGreaterThan(read))
  state.answers = answers.promise
  await add(person, 'What is seen', ' Waves.')
  await waitFor(() => expect(state.document.shots.shotaa?.action).toBe('A storm is coming. Gulls. Waves.'))
  // Both arrive before the page is rendered again.
  await act(async () => {
    reading.resolve()
    await reading.promise
    answers.resolve()
    await answers.promise
  })
  await waitFor(() => expect(field('Title of the film')).toHaveValue('The fox'))
  await add(person, 'What is seen', ' Foam.')
  await waitFor(() => expect(state.document.shots.shotaa?.action).toBe('A storm is coming. Gulls. Waves. Foam.'))
  expect(state.document.title).toBe('The fox')
})

test('an open film follows the changes of another window, and a change of its own is not read again', { tags: ['full'] }, async () => {
  const { state, person } = await openFilm('&shot=shotaa')
  const { shots } = state.document
  state.document = { ...state.document, shots: { ...shots, shotbb: { ...(shots.shotbb ?? emptyShot), action: 'Nobody climbs.' } } }
  state.revision += 1
  notifyTabs(ann.id, { type: 'film', data: { id: idAt(1), revision: state.revision } })
  await waitFor(() => expect(button(/Nobody climbs/)).toBeTruthy())
  const read = api.inputs(getFilmCall).length
  await add(person, 'What is seen', ' Gulls.')
  await waitFor(() => expect(state.document.shots.shotaa?.action).toBe('A storm is coming. Gulls.'))
  notifyTabs(ann.id, { type: 'film', data: { id: idAt(1), revision: state.revision } })
  await person.click(button('Undo'))
  await waitFor(() => expect(field('What is seen')).toHaveValue('A storm is coming.'))
  expect(api.inputs(getFilmCall)).toHaveLength(read)
})

test('a failed save says so, keeps what was typed, and is repeated', async () => {
  const { state, person } = await openFilm('&shot=shotaa')
  browser.isOnline = false
  await add(person, 'What is seen', ' Gulls.')
  expect(await screen.findByRole('alert')).toHaveTextContent('Not saved. The service isn’t responding.')
  expect(field('What is seen')).toHaveValue('A storm is coming. Gulls.')
  browser.isOnline = true
  await person.click(button('Try again'))
  await waitFor(() => expect(state.document.shots.shotaa?.action).toBe('A storm is coming. Gulls.'))
  await waitFor(() => expect(screen.getByText('All changes saved')).toBeTruthy())
})

test('shots are added, copied, moved by buttons and deleted with an undo', { tags: ['full'] }, async () => {
  const { person } = await openFilm()
  const texts = () => cards().map((card) => /sec (.*?(?:\.|seen))/.exec(card.textContent)?.[1])
  await person.click(button('Move later: shot 1'))
  expect(texts()).toEqual(['The keeper climbs.', 'A storm is coming.', 'The fox waits.'])
  await person.click(button('Duplicate: shot 3'))
  expect(texts()).toEqual(['The keeper climbs.', 'A storm is coming.', 'The fox waits.', 'The fox waits.'])
  await person.click(button('Delete: shot 1'))
  expect(texts()).toEqual(['A storm is coming.', 'The fox waits.', 'The fox waits.'])
  await person.click(await within(await screen.findByRole('region', { name: /Notifications/ })).findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(texts()).toEqual(['The keeper climbs.', 'A storm is coming.', 'The fox waits.', 'The fox waits.']))
  await person.click(button('Add a shot'))
  expect(texts().at(-1)).toBe('Write what is seen')
  expect(screen.getByRole('heading', { level: 2, name: 'Shot 5' })).toBeTruthy()
})

test('words lead: a shot is never shorter than what is said in it, and says so', async () => {
  const film = filmOf()
  const { person } = await openFilm('&shot=shotbb', {
    ...film,
    shots: { ...film.shots, shotbb: { ...(film.shots.shotbb ?? emptyShot), seconds: 1 } },
  })
  await person.click(screen.getByRole('radio', { name: 'Words' }))
  expect(screen.getByText('Words are 1.9 s longer than the shot')).toBeTruthy()
  await person.click(button('As long as the words'))
  expect(screen.getByText('Follows the words.')).toBeTruthy()
})

test('the timeline is a list that keys operate', { tags: ['full'] }, async () => {
  const { person, state } = await openFilm('&view=cut')
  const rows = () => within(screen.getByRole('list', { name: 'Shots in time' })).getAllByRole('button', { name: /^Shot \d of/ })
  const row = (name: RegExp) => screen.getByRole('button', { name })
  expect(rows().map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1])
  rows()[0]?.focus()
  await person.keyboard('{ArrowRight}')
  expect(row(/^Shot 2 of 3, 2.9 seconds, starts at 5 seconds. The keeper climbs/)).toHaveFocus()
  await person.keyboard('{Alt>}{ArrowRight}{/Alt}')
  expect(row(/^Shot 3 of 3, .*The keeper climbs/)).toHaveFocus()
  expect(screen.getByText('Place 3 of 3')).toBeTruthy()
  await person.keyboard('{Home}+')
  expect(row(/^Shot 1 of 3, 5.1 seconds/)).toHaveFocus()
  await person.keyboard('{Shift>}_{/Shift}')
  expect(row(/^Shot 1 of 3, 4.1 seconds/)).toHaveFocus()
  await person.keyboard('{Delete}')
  expect(rows()).toHaveLength(2)
  await waitFor(() => expect(state.document.order).toEqual(['shotcc', 'shotbb']))
  await person.keyboard('{End}{Enter}')
  expect(await screen.findByRole('heading', { level: 2, name: 'Shot 2' })).toBeTruthy()
})

test('somebody is added to the film, and a removed role leaves its words to the narrator', { tags: ['full'] }, async () => {
  const { person, state } = await openFilm()
  await person.click(button('Add someone'))
  await person.type(await screen.findByRole('textbox', { name: 'Name' }), 'Sailor')
  await person.click(button('Add'))
  await waitFor(() => expect(Object.values(state.document.roles).map(({ name, colour }) => [name, colour])).toContainEqual(['Sailor', 2]))
  await person.click(button('Keeper'))
  await person.click(await screen.findByRole('button', { name: 'Remove from the film' }))
  await waitFor(() => expect(state.document.roles.keeper).toBeUndefined())
  expect(state.document.shots.shotbb?.words).toEqual([{ who: 'narrator', text: 'One hundred and twelve steps.' }])
})
