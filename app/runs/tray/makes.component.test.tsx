import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getGenerationCall, listGenerationsCall } from '#app/contract/runs/generations.calls.ts'
import type { MakeProgress } from '#app/contract/films/film-event.ts'
import type { Generation } from '#app/contract/runs/generations.ts'
import { notifyTabs } from '#app/shell/live/generation-connection.ts'
import { serveFilm } from '#tests/factories/film.ts'
import { generation, idAt } from '#tests/factories/generation.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { openPage, refuse } from '#tests/fixtures/component/page.tsx'

const runs = 8
const part = (n: number, status: Generation['status'], ended: number, { failed = 0, canceled = 0 }: Partial<MakeProgress> = {}) =>
  generation(10 + n, {
    status,
    film: {
      id: idAt(1),
      part: `still:shot${String.fromCodePoint(96 + n)}`,
      make: idAt(2),
      waits: false,
      title: 'The keeper',
      progress: { runs, ended, failed, canceled },
    },
  })

async function openTray(locale: 'en' | 'ru' = 'en') {
  api.answer(listGenerationsCall, () => ({ items: [], next_cursor: null }))
  serveFilm()
  const { person } = await openPage(`/dashboard?film=${idAt(1)}`, { user: ann, locale })
  await screen.findByRole('heading', { level: 1, name: 'The keeper' })
  const runsById = new Map<string, Generation>()
  // Without a stream, the page asks for the runs that it knows.
  api.answer(getGenerationCall, ({ id }) => runsById.get(id) ?? refuse('not_found')())
  const hear = (run: Generation) => {
    runsById.set(run.id, run)
    notifyTabs(ann.id, { type: 'generation', data: run })
  }
  return { person, hear }
}

test('parts of a film are one entry while they are made, and one when the last has ended, however late the others report', async () => {
  const { person, hear } = await openTray()
  for (let n = 1; n <= runs; n += 1) hear(part(n, 'queued', 0))
  await person.click(await screen.findByRole('button', { name: /^1 result in progress/ }))
  const panel = await screen.findByRole('dialog', { name: 'Running now' })
  expect(within(panel).getAllByRole('listitem')).toHaveLength(1)
  expect(panel).toHaveTextContent('0 of 8 parts are ready')
  for (let n = 1; n < runs; n += 1) hear(part(n, 'succeeded', n))
  await waitFor(() => expect(panel).toHaveTextContent('7 of 8 parts are ready'))
  hear(part(8, 'failed', 8, { failed: 1, canceled: 1 }))
  await waitFor(() => expect(panel).toHaveTextContent('6 parts of “The keeper” are ready, 1 failed'))
  hear(part(7, 'succeeded', 7))
  expect(within(panel).getAllByRole('listitem')).toHaveLength(1)
  expect(within(panel).getByRole('link')).toHaveAttribute('href', `/dashboard?film=${idAt(1)}`)
  await person.click(within(panel).getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(within(panel).queryAllByRole('listitem')).toHaveLength(0))
  // A new stream repeats the last minute.
  hear(part(7, 'succeeded', 8, { failed: 1, canceled: 1 }))
  expect(within(panel).queryAllByRole('listitem')).toHaveLength(0)
})

test('a make that was stopped leaves no entry', async () => {
  const { hear } = await openTray('ru')
  hear(part(1, 'queued', 0))
  await screen.findByRole('button', { name: /^Создаётся 1 результат/ })
  hear(part(1, 'canceled', 8, { canceled: 8 }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Создаётся/ })).toBeNull())
  expect(screen.queryByText(/не получил/)).toBeNull()
})

test('the end of a make is announced in the person’s language', async () => {
  const { hear } = await openTray('ru')
  hear(part(1, 'queued', 7, { failed: 2 }))
  await screen.findByRole('button', { name: /^Создаётся 1 результат/ })
  hear(part(1, 'succeeded', 8, { failed: 2 }))
  await waitFor(() =>
    expect(
      screen.getAllByRole('status').some(({ textContent }) => textContent === 'Готово 6 частей фильма «The keeper», 2 не получились'),
    ).toBe(true),
  )
})
