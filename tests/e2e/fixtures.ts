import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { tokenPairSchema } from '#app/contract/accounts.ts'
import { config, type Locale } from '#config'

export { expect }

/** What the pages call things, where a test has to find them. */
export const words = {
  en: {
    email: 'E-mail',
    password: /^Password/,
    terms: /^I agree/,
    create: 'Create the account',
    signIn: 'Sign in',
    generate: /^Generate/,
    cancel: 'Cancel',
    more: 'More actions',
    delete: 'Delete',
    again: 'Make another',
    tryAgain: 'Try again',
    download: 'Download',
    play: 'Play',
    tokens100: /100/,
    nothingCharged: 'Nothing was charged.',
    prompts: {
      image: 'Sunset over a mountain lake, pine forest',
      video: 'Waves on the sea at sunset',
      audio: 'Good evening. The tea is getting cold.',
      text: 'The city council approved a plan to widen its bicycle network over the next five years. It adds 120 kilometres of protected lanes and repairs existing paths. Council members said that protected lanes reduce injuries and bring more people to work by bicycle. Some shop owners worry about parking. Work begins in spring near the university.',
    },
  },
  ru: {
    email: 'Почта',
    password: /^Пароль/,
    terms: /^Принимаю/,
    create: 'Создать аккаунт',
    signIn: 'Войти',
    generate: /^Создать/,
    cancel: 'Отмена',
    more: 'Другие действия',
    delete: 'Удалить',
    again: 'Ещё вариант',
    tryAgain: 'Повторить',
    download: 'Скачать',
    play: 'Воспроизвести',
    tokens100: /100/,
    nothingCharged: 'Токены не списаны.',
    prompts: {
      image: 'Закат над горным озером, сосновый лес',
      video: 'Волны на море, закат',
      audio: 'Добрый вечер. Чай остывает.',
      text: 'Городской совет утвердил план расширения велосипедной сети на ближайшие пять лет. План добавляет 120 километров защищённых полос и предусматривает ремонт старых дорожек. По словам депутатов, защищённые полосы снижают травматизм и пересаживают на велосипед больше людей. Некоторые владельцы магазинов опасаются за парковку. Работы начнутся весной у университета.',
    },
  },
} as const satisfies Record<Locale, unknown>

export const password = 'velvet anchor biscuit orbit'

type Fixtures = {
  /** Console errors and warnings, failed scripts: none may come up unless a test expects it. */
  problems: string[]
}

export const test = base.extend<Fixtures>({
  problems: async ({ browserName: _browser }, use) => use([]),
  context: async ({ context, problems }, use) => {
    context.on('page', (page) => watch(page, problems))
    await use(context)
    expect(problems, 'what the browser complained about').toEqual([])
  },
})

/** Answers that tests ask for on purpose (the browser reports each as a failed load), and the test runner's own words. */
const expectedLoads =
  /Failed to load resource: the server responded with a status of (?:4\d\d|500|503)|Service Worker registration blocked by Playwright/

function watch(page: Page, problems: string[]) {
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return
    if (expectedLoads.test(message.text())) return
    problems.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`))
}

export const newEmail = () => `ann-${randomUUID()}@example.com`

/** Opens a page and waits until it lives: for keys and values that only a page that lives takes. Presses of buttons need not wait. */
export async function openLive(page: Page, path: string) {
  await page.goto(path)
  await untilLive(page)
}

/** React has taken over all that can be pressed or typed into: a page comes to life part by part. */
export async function untilLive(page: Page) {
  await page.locator('html[data-live]').waitFor({ state: 'attached' })
  await page.waitForFunction(() => {
    const controls = document.querySelectorAll('#content :is(button, input, textarea, select)')
    return [...controls].every((control) => Object.keys(control).some((key) => key.startsWith('__reactProps')))
  })
}

/** Signs up through the form, as a person would. */
export async function signUp(page: Page, locale: Locale = 'en', email = newEmail()) {
  const say = words[locale]
  await page.goto('/signin?mode=sign-up')
  await page.getByLabel(say.email).fill(email)
  await page.getByLabel(say.password).first().fill(password)
  await page.getByRole('checkbox', { name: say.terms }).check()
  await page.getByRole('button', { name: say.create }).click()
  await page.waitForURL('**/dashboard')
  return email
}

/** Cuts the network and waits until requests fail: the page is notified a moment before they do. */
export async function goOffline(page: Page) {
  await page.context().setOffline(true)
  const answers = () =>
    page.evaluate(() =>
      fetch('/api/v1/health').then(
        () => true,
        () => false,
      ),
    )
  await expect.poll(answers).toBe(false)
}

/** The page arrives, and its scripts only when told: it can be seen and filled, but does not live yet. */
export async function holdScripts(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\.js(?:\?|$)/, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Has an account and is signed in, with no page opened yet: for tests that begin there. */
export async function haveAccount(page: Page, email = newEmail()) {
  const { request } = page
  const signedUp = await request.post('/api/v1/auth/sign-up', { data: { email, password, accept_terms: true } })
  expect(signedUp.ok()).toBe(true)
  const answer = await request.post('/api/v1/auth/sign-in', { data: { email, password } })
  const { token, refresh_token } = v.parse(tokenPairSchema, await answer.json())
  const cookie = { url: new URL('/', answer.url()).href, httpOnly: true, sameSite: 'Lax' } as const
  await page.context().addCookies([
    { ...cookie, name: config.auth.token.cookieName, value: token },
    { ...cookie, name: config.auth.refreshToken.cookieName, value: refresh_token },
  ])
  return email
}

export const cardOf = (page: Page, prompt: string): Locator => page.getByRole('article', { name: prompt.slice(0, 40) }).first()

/** Types a prompt, sees a price on the button, and runs it. */
export async function generate(page: Page, locale: Locale, kind: 'image' | 'video' | 'audio' | 'text', prompt: string) {
  const say = words[locale]
  await openLive(page, `/dashboard/${kind}`)
  const send = page.getByRole('button', { name: say.generate })
  await expect(send).toContainText(/\d/)
  await page.getByRole('textbox').first().fill(prompt)
  await expect(send).toBeEnabled()
  await send.click()
  const card = cardOf(page, prompt)
  await expect(card).toBeVisible()
  return card
}

/** What a browser of that language is to be told. */
export const browserLocale = { en: 'en-US', ru: 'ru-RU' } as const satisfies Record<Locale, string>
