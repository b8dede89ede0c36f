import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Alert, Waiting } from '#app/contract/operator/alerts.ts'
import { getAlertsCall, getSpendersCall, getWaitingCall, snoozeAlertCall } from '#app/contract/operator/inbox.calls.ts'
import { listGenerationsCall } from '#app/contract/runs/generations.calls.ts'
import { listLocalModelsCall } from '#app/contract/operator/local-models.calls.ts'
import { getOperatorAccessCall, getOperatorOverviewCall, listPeopleCall } from '#app/contract/operator/operator.calls.ts'
import type { OperatorAccess } from '#app/contract/operator/operator.ts'
import { operatorRights } from '#app/contract/operator/operator-rights.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { openPage, refuse } from '#tests/fixtures/component/page.tsx'

const owner = { ...ann, role: 'owner' as const }
const alert = (given: Partial<Alert> & Pick<Alert, 'code'>): Alert => ({
  severity: 'warning',
  subject: null,
  successor: null,
  count: null,
  since: null,
  snoozed_until: null,
  ...given,
})
const many = [
  alert({ code: 'backup_failed', severity: 'critical', since: new Date(Date.now() - 2 * 60 * 60_000).toISOString() }),
  alert({ code: 'reports_open', count: 9 }),
  alert({ code: 'mail_missing' }),
]

type Given = { alerts?: () => Alert[]; access?: OperatorAccess; waiting?: Waiting }

const everything: OperatorAccess = { role: 'owner', rights: [...operatorRights], second_step: 'on', grant_limit: null }
const nothing: Waiting = { reports: 0, orders: 0, system: 0 }

function answer({ alerts = () => [], access = everything, waiting = nothing }: Given) {
  api.answer(listGenerationsCall, () => ({ items: [], next_cursor: null }))
  api.answer(listLocalModelsCall, () => ({ items: [], memory: 0, disk: 0 }))
  api.answer(getOperatorAccessCall, () => access)
  api.answer(getOperatorOverviewCall, () => ({
    from: '2026-11-01',
    to: '2026-11-28',
    people: { total: 33, joined: 33, active: 22, blocked: 0 },
    days: [],
    models: [],
    token_value: null,
    failures: [],
    revenue: [],
    revenue_days: [],
    tokens: { available: 0, held: 0, debt: 0 },
    queue: { waiting: 0, running: 0, oldest_waiting_at: null },
  }))
  api.answer(getSpendersCall, () => ({
    people: [{ id: ann.id, email: ann.email, runs: 12, tokens: 340, cost: 1.25 }],
    accounts: { total: 33, never_ran: 11, paying: 0, test_only: 9 },
    test_revenue: [{ amount: 4_500, currency: 'USD' as const }],
  }))
  api.answer(getAlertsCall, () => ({ items: alerts() }))
  api.answer(getWaitingCall, () => waiting)
}
const inbox = () => screen.findByRole('region', { name: /^Needs attention/ })
const rows = async () => within(await inbox()).getAllByRole('listitem')

test('the overview begins with what waits: each with its number, since when, and a link to where it is mended', async () => {
  answer({ alerts: () => many })
  await openPage('/operator', { user: owner })
  const [backup, reports, mail] = await rows()
  expect(await inbox()).toHaveAccessibleName('Needs attention 3')
  expect(within(backup ?? document.body).getByRole('link', { name: 'Critical: The last backup failed' })).toHaveAttribute(
    'href',
    '/operator/system',
  )
  expect(backup).toHaveTextContent('2 hours ago')
  expect(within(reports ?? document.body).getByRole('link', { name: 'Warning: 9 shared results are reported' })).toHaveAttribute(
    'href',
    '/operator/reports',
  )
  expect(mail).toHaveTextContent('No mail server is set up')
  // Before all figures.
  const [first] = screen.getAllByRole('heading', { level: 2 })
  expect(first).toHaveTextContent('Needs attention')
})

test('an empty inbox says what was checked', async () => {
  answer({})
  await openPage('/operator', { user: owner })
  const empty = await inbox()
  expect(empty).toHaveTextContent('Nothing needs your attention. Checked: reports, payments, sign-ups')
  expect(within(empty).queryByRole('listitem')).toBeNull()
})

test('a check that fails is an error and not an empty inbox', async () => {
  answer({})
  api.answer(getAlertsCall, refuse('internal'))
  await openPage('/operator', { user: owner })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  expect(screen.queryByText('Nothing needs your attention.')).toBeNull()
})

test('an alert that may be right is hidden and shown again, others offer no such button', async () => {
  let items = many
  answer({ alerts: () => items })
  api.answer(snoozeAlertCall, ({ days }) => {
    const until = days > 0 ? new Date(Date.now() + days * 24 * 60 * 60_000).toISOString() : null
    items = items.map((one) => (one.code === 'mail_missing' ? { ...one, snoozed_until: until } : one))
  })
  const { person } = await openPage('/operator', { user: owner })
  const hide = await screen.findAllByRole('button', { name: 'Hide for 7 days' })
  expect(hide).toHaveLength(1)
  await person.click(hide[0] ?? document.body)
  await waitFor(async () => expect(await inbox()).toHaveAccessibleName('Needs attention 2'))
  expect(api.inputs(snoozeAlertCall)).toEqual([{ code: 'mail_missing', subject: null, count: null, days: 7 }])
  await person.click(screen.getByText('Hidden for now: 1'))
  await person.click(screen.getByRole('button', { name: /^Show again/ }))
  await waitFor(async () => expect(await inbox()).toHaveAccessibleName('Needs attention 3'))
})

test('the menu shows what waits on its pages, and no number where nothing does', async () => {
  answer({ waiting: { reports: 9, orders: 0, system: 2 } })
  await openPage('/operator', { user: owner })
  const menu = within(screen.getByRole('navigation', { name: 'Administration' }))
  expect(await menu.findByRole('link', { name: 'Reports 9 waiting' })).toBeVisible()
  expect(menu.getByRole('link', { name: 'System 2 waiting' })).toBeVisible()
  expect(menu.getByRole('link', { name: 'Orders' })).toBeVisible()
})

test('support sees the numbers of its pages only', async () => {
  const access: OperatorAccess = { role: 'support', rights: ['enter', 'see_people', 'see_shop'], second_step: 'on', grant_limit: 1_000 }
  answer({ access, waiting: { reports: null, orders: 1, system: null } })
  api.answer(listPeopleCall, () => ({ items: [], next_cursor: null }))
  await openPage('/operator/people', { user: { ...ann, role: 'support' } })
  const menu = within(screen.getByRole('navigation', { name: 'Administration' }))
  expect(await menu.findByRole('link', { name: 'Orders 1 waiting' })).toBeVisible()
  expect(menu.queryByRole('link', { name: /^(?:Reports|System)/ })).toBeNull()
})

test('the overview answers who spends most, who never ran, and what was earned in test mode', async () => {
  answer({})
  await openPage('/operator', { user: owner })
  const spenders = await screen.findByRole('region', { name: 'People who spend most' })
  await waitFor(() => expect(spenders).toHaveTextContent('11 of 33'))
  expect(spenders).toHaveTextContent('in test mode only: 9')
  expect(spenders).toHaveTextContent('$45')
  expect(within(spenders).getByRole('row', { name: 'ann@example.com 12 340 $1.25' })).toBeVisible()
})
