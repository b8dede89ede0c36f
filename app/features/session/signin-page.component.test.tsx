import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { signInProblems } from '#app/contract/account/sign-in-problems.ts'
import { explainedEndings } from '#app/shell/calls/session-endings.ts'
import { locales } from '#config'
import { openPage } from '#tests/fixtures/component/page.tsx'

const main = () => within(screen.getByRole('main'))
const services = { name: 'Sign in through another service' }

test('password managers find the user name and the right password field of both forms', async () => {
  await openPage('/signin')
  expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'username webauthn')
  expect(screen.getByLabelText('Email')).toHaveAttribute('type', 'email')
  expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password')
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
})

test('password managers find the user name and the new password of the sign-up form', async () => {
  await openPage('/signin?mode=sign-up')
  expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'username')
  expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'new-password')
})

test('the email is kept between the sign-in and the sign-up form', async () => {
  const { person } = await openPage('/signin')
  await person.type(screen.getByLabelText('Email'), 'ann@example.com')
  await person.click(screen.getByRole('link', { name: 'Create account' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Create account' })).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveValue('ann@example.com')
})

test('a server without keys offers no service', async () => {
  await openPage('/signin')
  expect(main().getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(main().queryByRole('region', services)).toBeNull()
})

test('only services that this server has keys for are offered, and each keeps the page that was asked for', async () => {
  await openPage('/signin?redirect=%2Fdashboard%2Fimage%3Fprompt%3Da+lake', { methods: { oauth: ['google', 'vk'] } })
  const links = within(await main().findByRole('region', services)).getAllByRole('link')
  const wanted = new URLSearchParams({ redirect: '/dashboard/image?prompt=a+lake' })
  expect(links[0]).toHaveAttribute('href', `/api/v1/auth/oauth/google?${wanted}`)
  expect(links[1]).toHaveAttribute('href', `/api/v1/auth/oauth/vk?${wanted}`)
})

test('a foreign page is never a service’s destination', async () => {
  await openPage('/signin?redirect=%2F%2Fevil.example', { methods: { oauth: ['vk'] } })
  expect(await screen.findByRole('link', { name: 'Continue with VK ID' })).toHaveAttribute('href', '/api/v1/auth/oauth/vk')
})

test('where sign-up is switched off, no form is offered and the page says so', async () => {
  await openPage('/signin?mode=sign-up', { methods: { sign_up: false } })
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Sign-up is closed')
  expect(document.querySelector('form')).toBeNull()
  expect(main().queryByRole('link', { name: 'Create account' })).toBeNull()
})

const arrivals = [...signInProblems.map((problem) => `problem=${problem}`), ...explainedEndings.map((ended) => `ended=${ended}`)]

test('each reason for an ended session or a failed sign-in elsewhere has its own sentence in both languages', async () => {
  const notices = new Set<string>()
  for (const locale of locales)
    for (const arrival of arrivals) {
      const { close } = await openPage(`/signin?${arrival}`, { locale })
      const text = (await main().findByRole('status')).textContent
      expect(text).toMatch(locale === 'ru' ? /[а-яё]{3}.*\.$/i : /^[^а-яё]+\.$/i)
      notices.add(text)
      close()
    }
  expect(notices.size).toBe(locales.length * arrivals.length)
})

test('an unknown reason in the address is not shown', async () => {
  await openPage('/signin?problem=%3Cscript%3E&ended=never')
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toBeVisible())
  expect(main().queryByRole('status')).toBeNull()
})

test('a browser that blocks cookies has the reason before the form is sent', async () => {
  const enabled = Object.getOwnPropertyDescriptor(navigator, 'cookieEnabled')
  Object.defineProperty(navigator, 'cookieEnabled', { value: false, configurable: true })
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'cookieEnabled')
    if (enabled) Object.defineProperty(navigator, 'cookieEnabled', enabled)
  })
  await openPage('/signin')
  expect(await main().findByText(/^Your browser blocks cookies for this site/)).toBeVisible()
})
