import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { forgotPasswordCall } from '#app/contract/account/auth.calls.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { browser } from '#tests/fixtures/component/browser.ts'
import { openPage } from '#tests/fixtures/component/page.tsx'

const send = () => screen.getByRole('button', { name: 'Send link' })

test('a forgotten password shows the address as typed, and the focus moves to the news', async () => {
  api.answer(forgotPasswordCall, () => undefined)
  const { person } = await openPage('/password/forgot')
  await person.type(screen.getByLabelText('Email'), 'ANN@example.com')
  await person.click(send())
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Check your email' })).toHaveFocus())
  expect(screen.getByRole('main')).toHaveTextContent('ANN@example.com')
})

test('a failing proxy loses nothing typed, and its message is not shown', async () => {
  const { person } = await openPage('/password/forgot')
  await person.type(screen.getByLabelText('Email'), 'ann@example.com')
  browser.proxy = () => new Response('out of order', { status: 500 })
  await person.click(send())
  await waitFor(() => expect(screen.getByRole('alert')).not.toBeEmptyDOMElement())
  expect(screen.getByRole('alert')).not.toHaveTextContent('out of order')
  // The sentences for proxies load after the first touch.
  browser.proxy = () => new Response('<html>', { status: 413 })
  await waitFor(async () => {
    await person.click(send())
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('refuses requests this large'))
  })
  expect(screen.getByLabelText('Email')).toHaveValue('ann@example.com')
})

test('the email can be requested again after a minute, which the page counts down', async () => {
  api.answer(forgotPasswordCall, () => undefined)
  const { person } = await openPage('/password/forgot')
  await person.type(screen.getByLabelText('Email'), 'ann@example.com')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  await person.click(send())
  const again = () => within(screen.getByRole('main')).getByRole('button')
  await waitFor(() => expect(again()).toHaveTextContent(/^Resend in 60 sec$/))
  expect(again()).toHaveAttribute('aria-disabled', 'true')
  vi.advanceTimersByTime(20_000)
  await waitFor(() => expect(again()).toHaveTextContent(/^Resend in 40 sec$/))
  await person.click(again())
  vi.advanceTimersByTime(41_000)
  await waitFor(() => expect(again()).toHaveTextContent(/^Resend$/))
  expect(again()).not.toHaveAttribute('aria-disabled')
  expect(api.inputs(forgotPasswordCall)).toHaveLength(1)
  await person.click(again())
  await waitFor(() => expect(within(screen.getByRole('main')).getByRole('status')).toHaveTextContent('Email sent.'))
  expect(again()).toHaveAttribute('aria-disabled', 'true')
  expect(api.inputs(forgotPasswordCall)).toHaveLength(2)
})
