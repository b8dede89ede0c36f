import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { tokenPairSchema } from '#app/contract/account/accounts.ts'
import { config, type Locale, locales } from '#config'

export { expect }

/** The labels by which tests find controls. */
export const labels = {
  en: {
    email: 'Email',
    password: /^Password/,
    terms: /^I agree/,
    create: 'Create account',
    signIn: 'Sign in',
    generate: /^Create(?! similar)/,
    cancel: 'Cancel',
    more: 'More actions',
    delete: 'Delete',
    again: 'Another version',
    tryAgain: 'Try again',
    download: 'Download',
    play: 'Play',
    tokens100: /100/,
    nothingCharged: 'No tokens were charged.',
    prompts: {
      image: 'Sunset over a mountain lake, pine forest',
      video: 'Waves on the sea at sunset',
      audio: 'Good evening. The tea is getting cold.',
      text: 'The city council approved a plan to widen its bicycle network over the next five years. It adds 120 kilometers of protected lanes and repairs existing paths. Council members said that protected lanes reduce injuries and bring more people to work by bicycle. Some shop owners worry about parking. Work begins in spring near the university.',
    },
  },
  ru: {
    email: 'Почта',
    password: /^Пароль/,
    terms: /^Принимаю/,
    create: 'Создать аккаунт',
    signIn: 'Войти',
    generate: /^Создать(?! похоже)/,
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
  /** Console errors, warnings and exceptions. A test removes those that it expects; any others fail the test. */
  problems: string[]
}

export const test = base.extend<Fixtures>({
  problems: async ({ browserName: _browser }, use) => use([]),
  context: async ({ context, problems }, use) => {
    context.on('page', (page) => watch(page, problems))
    await use(context)
    expect(problems, 'errors and warnings in the console').toEqual([])
  },
})

/**
 * Failed loads, which tests cause, a message of the test runner, and one of Chromium about preloads on pages with a service worker
 * (https://github.com/vite-pwa/vite-plugin-pwa/issues/945).
 */
const expectedLoads =
  /Failed to load resource: the server responded with a status of (?:4\d\d|500|503)|Service Worker registration blocked by Playwright|cross-world service worker resource mismatch/

/** Chromium's note on an image that is used late, which depends on how busy the machine is. */
const lateUse = /was preloaded using link preload but not used within a few seconds/

function watch(page: Page, problems: string[]) {
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return
    if (expectedLoads.test(message.text()) || lateUse.test(message.text())) return
    problems.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`))
}

export const newEmail = () => `ann-${randomUUID()}@example.com`

/** Opens a page and waits until it is hydrated, for keys and values that require hydration. Clicks on buttons need no wait. */
export async function openHydrated(page: Page, path: string) {
  await page.goto(path)
  await untilHydrated(page)
}

/**
 * Waits until React has hydrated every control in a part of the page, because a page is hydrated part by part. A guest's public page has
 * one script, which starts everything at once. A reload meanwhile is waited for too.
 */
export async function untilHydrated(page: Page, within = '#content') {
  await page.waitForFunction((part) => {
    const root = document.documentElement
    if (!root.hasAttribute('data-live')) return false
    // Some parts load with the first touch.
    if (!Reflect.has(window, 'touchedByTest')) window.dispatchEvent(new Event('pointermove'))
    Object.assign(window, { touchedByTest: true })
    if (root.hasAttribute('data-plain')) return true
    const controls = document.querySelectorAll(`${part} :is(button, input, textarea, select)`)
    return [...controls].every((control) => Object.keys(control).some((key) => key.startsWith('__reactProps')))
  }, within)
}

/** Signs up through the form. Tests of other features use `haveAccount`, which takes a fraction of the time. */
export async function signUp(page: Page, locale: Locale = 'en', email = newEmail()) {
  const say = labels[locale]
  await page.goto('/signin?mode=sign-up')
  await page.getByLabel(say.email).fill(email)
  await page.getByLabel(say.password).first().fill(password)
  await page.getByRole('checkbox', { name: say.terms }).check()
  await page.getByRole('button', { name: say.create }).click()
  await page.waitForURL('**/dashboard')
  return email
}

/** Disconnects the network and waits until requests fail, which is a moment after the page is notified. */
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

/** Waits until the page has stopped scrolling. It counts frames, because a wheel movement takes several, however long each lasts. */
export const untilStill = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let [last, framesStill] = [window.scrollY, 0]
        const look = () => {
          framesStill = window.scrollY === last ? framesStill + 1 : 0
          last = window.scrollY
          if (framesStill === 15) resolve()
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
  )

/** Resolves when a call of the page got a response that contains this word. */
export const answered = (page: Page, word: string) =>
  page.waitForResponse(async (response) => response.url().includes('_serverFn') && (await response.text()).includes(word))

/** Changes the draft, and waits until the account has it with this text; an earlier save may still be running. */
export async function savedDraft(page: Page, text: string, change: () => Promise<void>) {
  const saved = page.waitForResponse(
    async (response) => response.request().postData()?.includes(text) === true && (await response.text()).includes('replaced'),
  )
  await change()
  await saved
}

/**
 * Holds back the scripts of the page until the returned function is called: the page is visible and can be filled in, but is not hydrated.
 */
export async function holdScripts(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\.js(?:\?|$)/, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Creates an account through the API and signs this browser in, before any page is opened. */
export async function haveAccount(page: Page, email = newEmail()) {
  const signedUp = await page.request.post('/api/v1/auth/sign-up', { data: { email, password, accept_terms: true } })
  expect(signedUp.ok()).toBe(true)
  await signIn(page, email)
  return email
}

/** Signs this browser in through the API, before any page is opened. */
export async function signIn(page: Page, email: string) {
  const answer = await page.request.post('/api/v1/auth/sign-in', { data: { email, password } })
  const { token, refresh_token } = v.parse(tokenPairSchema, await answer.json())
  const cookie = { url: new URL('/', answer.url()).href, httpOnly: true, sameSite: 'Lax' } as const
  await page.context().addCookies([
    { ...cookie, name: config.auth.token.cookieName, value: token },
    { ...cookie, name: config.auth.refreshToken.cookieName, value: refresh_token },
  ])
}

/** Returns the headers with which the person of this page calls the API. */
export async function bearerOf(page: Page) {
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === config.auth.token.cookieName)?.value
  return { authorization: `Bearer ${token}` }
}

/** Chooses an option of an open list: a press counts from the moment in which the list shows the option under the pointer. */
export async function choose(option: Locator) {
  await option.hover()
  await expect(option).toHaveAttribute('data-highlighted')
  await option.click()
}

export const cardOf = (page: Page, prompt: string): Locator => page.getByRole('article', { name: prompt.slice(0, 40) }).first()

/** Types a prompt, checks that the button shows a price, and runs it. */
export async function generate(page: Page, locale: Locale, kind: 'image' | 'video' | 'audio' | 'text', prompt: string) {
  const say = labels[locale]
  await openHydrated(page, `/dashboard/${kind}`)
  const send = page.getByRole('button', { name: say.generate })
  await expect(send).toContainText(/\d/)
  await page.getByRole('textbox').first().fill(prompt)
  await expect(send).toBeEnabled()
  await send.click()
  const card = cardOf(page, prompt)
  await expect(card).toBeVisible()
  return card
}

export const browserLocale = { en: 'en-US', ru: 'ru-RU' } as const satisfies Record<Locale, string>

/**
 * Declares the same tests in English and, for `npm run test:full`, in Russian. In the usual run `russian.spec.ts` covers the Russian
 * strings, plurals and widths of every page.
 */
export function inEachLanguage(declare: (locale: Locale) => void) {
  for (const locale of locales)
    test.describe(locale, { tag: locale === 'en' ? [] : '@full' }, () => {
      test.use({ locale: browserLocale[locale] })
      declare(locale)
    })
}

/** Opens the options of a wide studio, above its prompt. */
export const openOptions = (page: Page) =>
  page
    .getByRole('form')
    .getByRole('button', { name: /^(?:Options|Параметры)$/, expanded: false })
    .click()
