import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getSubscriptionCall, listPlansCall, removeMethodCall } from '#app/contract/money/subscriptions.calls.ts'
import type { Subscription } from '#app/contract/money/subscriptions.ts'
import { listOrdersCall } from '#app/contract/money/orders.calls.ts'
import { listGenerationsCall } from '#app/contract/runs/generations.calls.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { openPage } from '#tests/fixtures/component/page.tsx'

const end = '2026-12-24T12:00:00.000Z'
const price = { amount: 69_000, currency: 'RUB' }
const paid: Subscription = {
  plan: 'solo',
  current_period_end: end,
  subscription: {
    id: '019a0000-0000-7000-8000-0000000000c1',
    status: 'active',
    terms: { plan: 'solo', period: 'month', tokens_per_month: 1_000, price },
    current_period_end: end,
    next_tokens_at: null,
    next_charge: { at: end, price },
    cancel_at_period_end: false,
    next: null,
    grace_until: null,
    portal: false,
    method_removed: false,
  },
  saved_method: { type: 'bank_card', last4: '4444' },
  charge_under_way: false,
}
const removed: Subscription = {
  ...paid,
  saved_method: null,
  subscription: paid.subscription && { ...paid.subscription, next_charge: null, cancel_at_period_end: true, method_removed: true },
}

test('the removal of a card says before and after what the plan does', async () => {
  api.answer(getSubscriptionCall, () => paid)
  api.answer(listPlansCall, () => ({ items: [], currencies: ['RUB'], payable_in: ['RUB'], purchasable: true, test: false }))
  api.answer(listOrdersCall, () => ({ items: [], next_cursor: null }))
  api.answer(listGenerationsCall, () => ({ items: [], next_cursor: null }))
  api.answer(removeMethodCall, () => removed)
  const { person } = await openPage('/profile/subscription', { user: ann })
  expect(await screen.findByText('Card ending in 4444')).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Remove' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/stay until .*24.*, and then the plan ends/)).toBeVisible()
  await person.click(dialog.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText(/You removed the payment method of this plan\. To go on after .*24/)).toBeVisible()
  expect(await screen.findByText('Removed. It won’t be charged anymore.')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('Card ending in 4444')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Keep plan' })).toBeNull()
})
