import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { getPushCall, subscribePushCall, unsubscribePushCall } from '#app/contract/account/push.calls.ts'
import { pushKinds, type PushState } from '#app/contract/account/push.ts'
import { receiveToasts } from '#app/ui/overlays/toast-queue.ts'
import type { Locale } from '#config'
import { ann } from '#tests/factories/signed-in-user.ts'
import { answerSettings } from '#tests/fixtures/component/answers.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { openPage } from '#tests/fixtures/component/page.tsx'

const browser = {
  endpoint: 'https://push.example/1',
  keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
}

const undo: (() => void)[] = []
afterEach(() => undo.splice(0).forEach((restore) => restore()))
function replace(target: object, name: string, value: unknown) {
  Object.defineProperty(target, name, { configurable: true, value })
  undo.push(() => void Reflect.deleteProperty(target, name))
}

type Browser = { secure?: boolean; able?: boolean; permission?: NotificationPermission; answers?: NotificationPermission }

/** The parts of a browser that push notifications use. */
function installBrowser({ secure = true, able = true, permission = 'default', answers = 'granted' }: Browser = {}) {
  const requestPermission = vi.fn<() => Promise<NotificationPermission>>(async () => answers)
  const unsubscribe = vi.fn<() => Promise<boolean>>(async () => true)
  const subscription = { toJSON: () => browser, unsubscribe }
  const subscribe = vi.fn<(options: object) => Promise<object>>(async () => subscription)
  const registration = { pushManager: { subscribe, getSubscription: async () => subscription } }
  replace(window, 'isSecureContext', secure)
  if (able) replace(window, 'PushManager', {})
  replace(window, 'Notification', { permission, requestPermission })
  replace(navigator, 'serviceWorker', { ready: Promise.resolve(registration), getRegistration: async () => registration })
  return { requestPermission, subscribe, unsubscribe }
}

async function openPush({ locale = 'en', subscription = null }: { locale?: Locale; subscription?: PushState['subscription'] } = {}) {
  let state: PushState = { public_key: 'the-key', subscription }
  answerSettings()
  api.answer(getPushCall, () => state)
  api.answer(subscribePushCall, ({ endpoint, kinds, prompts = false }) => {
    state = { ...state, subscription: { endpoint, kinds: [...kinds], prompts } }
    return state
  })
  api.answer(unsubscribePushCall, () => {
    state = { ...state, subscription: null }
  })
  return openPage('/profile/settings', { user: ann, locale })
}
const main = 'Notify this device, also when the page is closed'
const saved = () => api.inputs(subscribePushCall)

test.each([
  ['insecure', { secure: false }, 'en', 'Browsers show notifications only over HTTPS.'],
  [
    'missing',
    { able: false },
    'en',
    'This browser can’t get notifications. On an iPhone or iPad, add this site to the Home Screen first and open it from there.',
  ],
  [
    'blocked',
    { permission: 'denied' },
    'en',
    'Notifications for this site are blocked in your browser settings. Allow them there, then reload this page.',
  ],
  [
    'blocked',
    { permission: 'denied' },
    'ru',
    'Уведомления для этого сайта запрещены в настройках браузера. Разрешите их там и обновите страницу.',
  ],
] as const)('a browser that is %s says so, and what to do (%o, %s)', async (_, found, locale, words) => {
  installBrowser(found)
  await openPush({ locale })
  expect(await screen.findByText(words)).toBeVisible()
  expect(api.inputs(getPushCall)).toEqual([])
})

test('a press asks for permission and saves all kinds without prompts; kinds and prompts are chosen, and the last kind ends it', async () => {
  const { requestPermission, subscribe, unsubscribe } = installBrowser()
  const { person } = await openPush()
  const all = await screen.findByRole('switch', { name: main })
  expect(all).not.toBeChecked()
  expect(screen.queryByRole('checkbox', { name: 'Tokens are running low' })).toBeNull()
  expect([requestPermission.mock.calls.length, subscribe.mock.calls.length]).toEqual([0, 0])
  await person.click(all)
  await screen.findByRole('checkbox', { name: 'Tokens are running low' })
  expect(requestPermission).toHaveBeenCalledOnce()
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'the-key' })
  expect(saved()).toEqual([{ ...browser, kinds: pushKinds, prompts: false }])
  const press = async (name: string, checked: boolean) => {
    await person.click(screen.getByRole('checkbox', { name }))
    await waitFor(() => expect(screen.getByRole('checkbox', { name })).toHaveProperty('checked', checked))
    await waitFor(() => expect(screen.getByRole('checkbox', { name })).toBeEnabled())
  }
  await press('Show the beginning of prompts', true)
  for (const name of ['A long job is done', 'An API key asks for approval', 'Tokens are running low']) await press(name, false)
  await press('Tokens are running low', true)
  await press('My plan renews tomorrow', false)
  expect(saved().slice(1)).toEqual(
    [pushKinds, pushKinds.slice(1), pushKinds.slice(2), ['charge_soon'], ['tokens_low', 'charge_soon'], ['tokens_low']].map((kinds) => ({
      ...browser,
      kinds,
      prompts: true,
    })),
  )
  await person.click(screen.getByRole('checkbox', { name: 'Tokens are running low' }))
  await waitFor(() => expect(screen.getByRole('switch', { name: main })).not.toBeChecked())
  expect([api.inputs(unsubscribePushCall).length, saved().length]).toEqual([1, 7])
  await waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce())
})

test('the switch ends it on the server and in the browser', async () => {
  const { unsubscribe } = installBrowser({ permission: 'granted' })
  const { person } = await openPush({ locale: 'ru', subscription: { endpoint: browser.endpoint, kinds: ['charge_soon'], prompts: true } })
  const all = await screen.findByRole('switch', { name: 'Присылать уведомления на это устройство, даже если страница закрыта' })
  expect(screen.getAllByRole('checkbox', { checked: true }).map((box) => box.getAttribute('name'))).toEqual(
    expect.arrayContaining(['push-charge_soon', 'push-prompts']),
  )
  await person.click(all)
  await waitFor(() => expect(all).not.toBeChecked())
  expect(api.inputs(unsubscribePushCall)).toHaveLength(1)
  await waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce())
})

test('without permission or a push service nothing is saved, and the person learns which', async () => {
  const { requestPermission, subscribe } = installBrowser({ answers: 'denied' })
  const said: (string | undefined)[] = []
  const { person } = await openPush()
  const all = await screen.findByRole('switch', { name: main })
  // After the page's own receiver, which is there at once when a test before it has shown a message.
  undo.push(receiveToasts(({ description }) => void said.push(description)))
  await person.click(all)
  await waitFor(() => expect(said).toEqual(['The browser didn’t allow notifications.']))
  requestPermission.mockResolvedValue('granted')
  subscribe.mockRejectedValue(new Error('AbortError'))
  await person.click(all)
  await waitFor(() => expect(said.slice(1)).toEqual(['The browser’s push service didn’t answer. Try again later.']))
  expect(all).not.toBeChecked()
  expect(saved()).toEqual([])
})

test('a subscription to an earlier key of the server gives way to a new one', async () => {
  const { subscribe, unsubscribe } = installBrowser({ permission: 'granted' })
  subscribe.mockRejectedValueOnce(new Error('InvalidStateError'))
  const { person } = await openPush()
  await person.click(await screen.findByRole('switch', { name: main }))
  await waitFor(() => expect(saved()).toHaveLength(1))
  expect([unsubscribe.mock.calls.length, subscribe.mock.calls.length]).toEqual([1, 2])
})
