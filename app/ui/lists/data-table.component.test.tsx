import { getWaitingCall } from '#app/contract/operator/inbox.calls.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listGenerationsCall } from '#app/contract/runs/generations.calls.ts'
import { getOperatorAccessCall, listPeopleCall } from '#app/contract/operator/operator.calls.ts'
import type { OperatorAccess, OperatorPerson } from '#app/contract/operator/operator.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { openPage, refuse } from '#tests/fixtures/component/page.tsx'

const access: OperatorAccess = { role: 'support', rights: ['enter', 'see_people'], second_step: 'on', grant_limit: null }
const support = { ...ann, role: 'support' } as const
const group = { id: '019a0000-0000-7000-8000-00000000000a', name: 'Designers' }

const personNamed = (name: string, available: number): OperatorPerson => ({
  id: `019a0000-0000-7000-8000-${String(available).padStart(12, '0')}`,
  email: `${name}@example.com`,
  name: null,
  role: 'member',
  state: 'active',
  email_verified: true,
  created_at: '2026-01-01T00:00:00.000Z',
  last_seen_at: null,
  available,
  held: 0,
  spent: available * 2,
  paid: [{ amount: 500, currency: 'USD', test: true }],
  group,
})
const people = [personNamed('bob', 12), personNamed('eve', 3)]

/** Opens the list of people, the first page that has the table with all of its parts. */
function openPeople(search = '') {
  api.answer(getOperatorAccessCall, () => access)
  api.answer(listGenerationsCall, () => ({ items: [], next_cursor: null }))
  api.answer(getWaitingCall, () => ({ reports: 0, orders: 0, system: 0 }))
  return openPage(`/operator/people${search}`, { user: support })
}
const pageOf =
  (items: OperatorPerson[], cursor: string | null = null) =>
  () => ({ items, next_cursor: cursor })
const head = (name: string) => screen.getByRole('columnheader', { name })
const sorts = () => api.inputs(listPeopleCall).map(({ sort, order }) => [sort, order])

test('a table names its rows and columns, and only the column of the order is marked as sorted', async () => {
  api.answer(listPeopleCall, pageOf(people))
  await openPeople('?sort=spent')
  const table = await screen.findByRole('table', { name: 'People' })
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['bob@example.com', 'eve@example.com'])
  expect(head('Spent')).toHaveAttribute('aria-sort', 'descending')
  expect(head('Balance')).toHaveAttribute('aria-sort', 'none')
  expect(head('Group')).not.toHaveAttribute('aria-sort')
  expect(within(head('Group')).queryByRole('button')).toBeNull()
  for (const one of within(table).getAllByRole('columnheader')) expect(one).toHaveAttribute('scope', 'col')
  expect(sorts()).toEqual([['spent', undefined]])
})

test('the keyboard sorts by a head, the largest first and then the smallest, in the address too, and the focus stays', async () => {
  api.answer(listPeopleCall, pageOf(people))
  const { router, person } = await openPeople()
  await screen.findByRole('table')
  within(head('Balance')).getByRole('button').focus()
  await person.keyboard('{Enter}')
  await waitFor(() => expect(head('Balance')).toHaveAttribute('aria-sort', 'descending'))
  expect(router.state.location.search).toEqual({ sort: 'balance' })
  await person.keyboard(' ')
  await waitFor(() => expect(head('Balance')).toHaveAttribute('aria-sort', 'ascending'))
  expect(router.state.location.search).toEqual({ sort: 'balance', order: 'asc' })
  expect(within(head('Balance')).getByRole('button')).toHaveFocus()
  expect(head('Joined')).toHaveAttribute('aria-sort', 'none')
  await waitFor(() =>
    expect(sorts()).toEqual([
      [undefined, undefined],
      ['balance', undefined],
      ['balance', 'asc'],
    ]),
  )
})

test('the compact form sorts by the same columns in both directions', async () => {
  api.answer(listPeopleCall, pageOf(people))
  const { router, person } = await openPeople('?sort=spent')
  await screen.findByRole('table')
  await person.click(screen.getByRole('button', { name: 'Descending. Change to ascending' }))
  await waitFor(() => expect(head('Spent')).toHaveAttribute('aria-sort', 'ascending'))
  await person.click(screen.getByRole('combobox', { name: 'Sort by' }))
  await person.click(await screen.findByRole('option', { name: 'Last seen' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'seen' }))
})

test('a list without rows says so instead of showing an empty table', async () => {
  api.answer(listPeopleCall, pageOf([]))
  await openPeople('?paid=yes')
  expect(await screen.findByRole('heading', { name: 'No results' })).toBeVisible()
  expect(screen.queryByRole('table')).toBeNull()
})

test('a list that cannot be loaded says why, and a later page that cannot keeps the rows', async () => {
  api.answer(listPeopleCall, refuse('unknown_cursor'))
  const { person } = await openPeople()
  expect(await screen.findByRole('heading', { name: 'Couldn’t load this section' })).toBeVisible()
  expect(screen.queryByRole('table')).toBeNull()
  api.answer(listPeopleCall, pageOf(people, 'next'))
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('table')
  api.answer(listPeopleCall, refuse('unknown_cursor'))
  await person.click(screen.getByRole('button', { name: 'Show older' }))
  expect(await screen.findByText('Couldn’t load older entries.')).toBeVisible()
  expect(screen.getAllByRole('rowheader')).toHaveLength(2)
})
