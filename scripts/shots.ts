/**
 * Takes a picture of every page and state, on a phone and on a desktop, in both languages and both themes, into
 * `docs/screenshots/all/`, with an `index.html` to look through them; and renews the few that the README shows.
 * Everything is real: a built server with a fresh data folder, and a person who has made something of each kind.
 *
 *   npm run shots                      all of them
 *   npm run shots -- --only viewer     those whose name has this in it
 *   npm run shots -- --look desktop-ru those of looks whose name (phone-en-light) has this in it
 *   npm run shots -- --quick           one language and theme a size: English and light, Russian and dark
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import * as v from 'valibot'
import type { Generation } from '#app/contract/generations.ts'
import { shareSchema } from '#app/contract/shares.ts'
import { type Locale, locales } from '#config'
import { type Person, signIn, signUp } from '#tests/fixtures/api-client.ts'
import { findChromium } from '#tests/fixtures/chromium.ts'
import { startServer } from '#tests/fixtures/server.ts'

const { values: options } = parseArgs({
  options: { only: { type: 'string', default: '' }, look: { type: 'string', default: '' }, quick: { type: 'boolean', default: false } },
})

const folder = fileURLToPath(new URL('../docs/screenshots/', import.meta.url))
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const
const schemes = ['light', 'dark'] as const
type Size = keyof typeof sizes
type Scheme = (typeof schemes)[number]
type Look = { size: Size; locale: Locale; scheme: Scheme }
const labelOf = ({ size, locale, scheme }: Look) => `${size}-${locale}-${scheme}`

const prompts = {
  en: {
    images: [
      'Northern lights above a mountain lake',
      'A lighthouse on a cliff, storm, evening',
      'City at night in the rain',
      'Dunes at noon',
    ],
    video: 'Waves on the sea at sunset, camera glides forward',
    speech: 'Good evening. The tea is getting cold, and the train is on time.',
    music: 'Calm piano with rain, slow',
    text: 'The city council approved a plan to widen its bicycle network over the next five years. It adds 120 kilometres of protected lanes and repairs existing paths. Council members said that protected lanes reduce injuries and bring more people to work by bicycle. Some shop owners worry about parking. Work begins in spring near the university.',
    failing: 'Too short.',
    running: 'A long storm over the sea',
    nothing: 'zeppelin',
  },
  ru: {
    images: ['Северное сияние над горным озером', 'Маяк на скале, шторм, вечер', 'Город ночью под дождём', 'Дюны в полдень'],
    video: 'Волны на море на закате, камера плывёт вперёд',
    speech: 'Добрый вечер. Чай остывает, а поезд придёт вовремя.',
    music: 'Спокойное фортепиано с дождём, медленно',
    text: 'Городской совет утвердил план расширения велосипедной сети на ближайшие пять лет. План добавляет 120 километров защищённых полос и предусматривает ремонт старых дорожек. По словам депутатов, защищённые полосы снижают травматизм и пересаживают на велосипед больше людей. Некоторые владельцы магазинов опасаются за парковку. Работы начнутся весной у университета.',
    failing: 'Коротко.',
    running: 'Долгая буря над морем',
    nothing: 'дирижабль',
  },
} as const satisfies Record<Locale, unknown>

type Works = { image: Generation; video: Generation; speech: Generation; text: Generation; sharePath: string }
type Cast = { maker: Person; newcomer: Person; poor: Person; works: Works }

await using server = await startServer({ built: true, env: { LOG_LEVEL: 'error' } })

const looks = (['phone', 'desktop'] as const)
  .flatMap((size) => locales.flatMap((locale) => schemes.map((scheme): Look => ({ size, locale, scheme }))))
  .filter((look) => labelOf(look).includes(options.look))
  .filter(({ locale, scheme }) => !options.quick || (locale === 'en') === (scheme === 'light'))

console.log('Making works …')
const casts = { en: await makeCast('en'), ru: await makeCast('ru') }

/** Whoever buys does so once a look: what is had changes what is offered. */
type Who = 'guest' | 'maker' | 'newcomer' | 'poor' | 'buyer'
type Shot = {
  name: string
  path: string | ((works: Works) => string)
  who: Who
  /** What is done on the page before the picture is taken. */
  act?: (page: Page, look: Look) => Promise<unknown>
  only?: Size
  /** The whole length of the page instead of what the window shows. */
  whole?: boolean
}

/** Nothing says when what fades in has done so. */
const settle = (page: Page) => page.waitForTimeout(500)
/**
 * The page lives, words are in their letters, what is looked at is painted, no place is held for what comes. The network says nothing of
 * it: it is never quiet while the event stream is open.
 */
async function untilQuiet(page: Page) {
  await page
    .waitForFunction(
      () => {
        const inSight = (image: HTMLImageElement) => image.getBoundingClientRect().top < innerHeight
        const isHolding = [...document.querySelectorAll('.animate-breathe')].some((place) => place.checkVisibility())
        const isLive = 'live' in document.documentElement.dataset || location.pathname.startsWith('/offline/')
        const isPainted = document.fonts.status === 'loaded' && [...document.images].every((image) => image.complete || !inSight(image))
        return isLive && isPainted && !isHolding
      },
      undefined,
      { timeout: 15_000 },
    )
    .catch(() => undefined)
  await settle(page)
}
const openItem = (kind: 'image' | 'video' | 'speech' | 'text') => (works: Works) => `/dashboard?item=${works[kind].id}`
const pressKeys =
  (...keys: string[]) =>
  async (page: Page) => {
    await page.waitForTimeout(3_500)
    await page.mouse.move(0, 0)
    for (const key of keys) await page.keyboard.press(key)
    await page.waitForTimeout(700)
  }
const typePrompt = (page: Page, { locale }: Look) => page.locator('#content form textarea').first().fill(prompts[locale].images[0])

const shots: Shot[] = [
  { name: 'home', path: '/', who: 'guest' },
  { name: 'home-whole', path: '/', who: 'guest', whole: true },
  { name: 'sign-in', path: '/signin', who: 'guest' },
  { name: 'sign-in-wrong', path: '/signin', who: 'guest', act: (page) => page.locator('button[type="submit"]').click() },
  { name: 'sign-in-ended', path: '/signin?ended=expired', who: 'guest' },
  { name: 'sign-up', path: '/signin?mode=sign-up', who: 'guest' },
  { name: 'password-forgot', path: '/password/forgot', who: 'guest' },
  { name: 'password-reset-dead', path: '/password/reset?token=x', who: 'guest' },
  { name: 'email-dead', path: '/email/verify?token=x', who: 'guest' },
  { name: 'legal', path: '/legal', who: 'guest' },
  ...['terms', 'privacy', 'aup', 'offer', 'commercial', 'pricing'].map((document): Shot => ({
    name: `legal-${document}`,
    path: `/legal/${document}`,
    who: 'guest',
  })),
  { name: 'not-found', path: '/no/such/page', who: 'guest' },
  { name: 'not-found-inside', path: '/profile/nothing', who: 'maker' },
  { name: 'shared', path: ({ sharePath }) => sharePath, who: 'guest' },
  { name: 'shared-dead', path: '/shared/0000000000000000', who: 'guest' },
  { name: 'dashboard-empty', path: '/dashboard', who: 'newcomer' },
  { name: 'dashboard', path: '/dashboard', who: 'maker' },
  { name: 'dashboard-whole', path: '/dashboard', who: 'maker', whole: true },
  { name: 'dashboard-filtered', path: '/dashboard?kind=image', who: 'maker', act: toLibrary },
  { name: 'dashboard-nothing-fits', path: '/dashboard?q=zzzzzz', who: 'maker', act: toLibrary },
  {
    name: 'dashboard-selection',
    path: '/dashboard?select=',
    who: 'maker',
    act: selectFirst,
  },
  { name: 'dashboard-trash', path: '/dashboard?trash=true', who: 'maker', act: toLibrary },
  { name: 'viewer-image', path: openItem('image'), who: 'maker' },
  { name: 'viewer-video', path: openItem('video'), who: 'maker' },
  { name: 'viewer-audio', path: openItem('speech'), who: 'maker' },
  { name: 'viewer-text', path: openItem('text'), who: 'maker' },
  ...(['image', 'video', 'audio', 'text'] as const).flatMap((kind): Shot[] => [
    { name: `studio-${kind}-empty`, path: `/dashboard/${kind}`, who: 'newcomer' },
    { name: `studio-${kind}`, path: `/dashboard/${kind}`, who: 'maker' },
  ]),
  { name: 'verify-reminder', path: '/dashboard', who: 'newcomer', act: remind },
  { name: 'studio-image-typed', path: '/dashboard/image', who: 'newcomer', only: 'desktop', act: typePrompt },
  { name: 'studio-composer-sheet', path: '/dashboard/image', who: 'newcomer', only: 'phone', act: openSheet },
  { name: 'studio-failed', path: '/dashboard/text', who: 'poor' },
  { name: 'studio-out-of-tokens', path: '/dashboard/video', who: 'poor', only: 'desktop', act: askTooMuch },
  { name: 'studio-running', path: '/dashboard/video', who: 'maker', act: startFilm },
  { name: 'tray', path: '/profile/tokens', who: 'maker', act: openTray },
  { name: 'palette', path: '/dashboard', who: 'maker', act: pressKeys('ControlOrMeta+k') },
  {
    name: 'palette-typed',
    path: '/dashboard',
    who: 'maker',
    act: (page, look) =>
      pressKeys('ControlOrMeta+k')(page)
        .then(() => page.keyboard.type(look.locale === 'ru' ? 'ма' : 'li'))
        .then(() => page.waitForTimeout(900)),
  },
  {
    name: 'palette-nothing',
    path: '/dashboard',
    who: 'maker',
    act: (page, look) =>
      pressKeys('ControlOrMeta+k')(page)
        .then(() => page.keyboard.type(prompts[look.locale].nothing))
        .then(() => page.waitForTimeout(900)),
  },
  { name: 'shortcuts', path: '/dashboard', who: 'maker', act: pressKeys('?') },
  { name: 'account-menu', path: '/dashboard', who: 'maker', act: openAccountMenu },
  {
    name: 'offline-bar',
    path: '/dashboard/image',
    who: 'newcomer',
    act: (page) =>
      page
        .context()
        .setOffline(true)
        .then(() => settle(page)),
  },
  { name: 'offline-page', path: '/offline/en', who: 'guest' },
  { name: 'session-ended', path: '/dashboard/image', who: 'newcomer', act: endSession },
  ...['tokens', 'token-packs', 'subscription', 'subscription/pricing', 'statistics', 'settings'].map((page): Shot => ({
    name: `profile-${page.replace('/', '-')}`,
    path: `/profile/${page}`,
    who: 'maker',
  })),
  { name: 'profile-settings-whole', path: '/profile/settings', who: 'maker', whole: true },
  { name: 'password-change', path: '/password/change', who: 'maker' },
  { name: 'checkout', path: '/profile/token-packs', who: 'buyer', act: buy() },
  { name: 'checkout-declined', path: '/profile/token-packs', who: 'buyer', act: buy(1) },
  { name: 'checkout-waiting', path: '/profile/token-packs', who: 'buyer', act: buy(2) },
  { name: 'checkout-paid', path: '/profile/token-packs', who: 'buyer', act: buy(0) },
  { name: 'receipt', path: '/profile/token-packs', who: 'buyer', act: openReceipt },
  { name: 'plan-checkout', path: '/profile/subscription/pricing', who: 'buyer', act: buy() },
  { name: 'plan-bought', path: '/profile/subscription/pricing', who: 'buyer', act: buy(0) },
  { name: 'plan-change', path: '/profile/subscription/pricing', who: 'buyer', act: changePlan },
  { name: 'plan-current', path: '/profile/subscription', who: 'buyer', whole: true },
  { name: 'purchases', path: '/profile/token-packs', who: 'buyer', whole: true },
  { name: 'tokens-whole', path: '/profile/tokens', who: 'buyer', whole: true },
  { name: 'statistics-whole', path: '/profile/statistics', who: 'maker', whole: true },
  { name: 'api-key', path: '/profile/settings', who: 'buyer', act: openByName(/^(?:New API key|Новый ключ API)$/) },
  { name: 'two-factor', path: '/profile/settings', who: 'buyer', act: openByName(/^(?:Set up two-factor|Настроить двухфакторный)/) },
  { name: 'delete-account', path: '/profile/settings', who: 'buyer', act: openByName(/^(?:Delete the account|Удалить аккаунт)/) },
]

const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).filter({ visible: true }).first().click()

/** To the checkout, and with a number on from there: 0 pays, 1 is declined, 2 is left waiting. */
function buy(outcome?: 0 | 1 | 2) {
  return async (page: Page) => {
    await press(page, /^(?:Buy|Choose) for|^(?:Купить|Выбрать) за/)
    await page.waitForURL(/\/checkout\//)
    const outcomes = [/^(?:Pay|Оплатить)/, /^(?:Decline|Отклонить)/, /^(?:Leave it waiting|Оставить в ожидании)/]
    const name = outcome === undefined ? undefined : outcomes[outcome]
    if (name) {
      await untilQuiet(page)
      await press(page, name)
      await page.waitForURL(/\/orders\//)
    }
    await untilQuiet(page)
  }
}

async function openReceipt(page: Page) {
  await page
    .getByRole('link', { name: /^(?:Receipt|Чек)/ })
    .first()
    .click()
  await page.waitForURL(/\/receipt/)
  await untilQuiet(page)
}

async function changePlan(page: Page) {
  await press(page, /^(?:Change to this plan|Перейти на этот тариф)/)
  await page.getByRole('alertdialog').waitFor()
  await settle(page)
}

function openByName(name: RegExp) {
  return async (page: Page) => {
    await press(page, name)
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor()
    await settle(page)
  }
}

async function toLibrary(page: Page) {
  await page.locator('[aria-labelledby="library"]').evaluate((section) => section.scrollIntoView())
  await settle(page)
}

async function selectFirst(page: Page) {
  // From under the bar that lies over the foot of the page.
  await toLibrary(page)
  await page.locator('[aria-labelledby="library"] li input[type="checkbox"]').first().click({ force: true })
}

/** Everybody has put it off, so that it is on no other picture. */
async function remind(page: Page) {
  await page.context().clearCookies({ name: 'verify_later' })
  await page.reload()
  await untilQuiet(page)
}

async function openAccountMenu(page: Page) {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(?:Account|Аккаунт)$/ })
    .click()
  await page.getByRole('dialog').waitFor()
  await settle(page)
}

async function openSheet(page: Page) {
  await page.locator('#content button[aria-haspopup="dialog"].control').click()
  await page.getByRole('dialog').waitFor()
  await settle(page)
}

async function askTooMuch(page: Page) {
  await page.getByRole('slider').first().press('End')
  await page.locator('#content form textarea').first().fill('Storm')
  await page.waitForTimeout(900)
}

/** Takes long enough to be looked at. */
const startLongFilm = ({ locale }: Look) =>
  casts[locale].maker.submit({ model: 'sketch-video', prompt: prompts[locale].running, options: { duration: 10, resolution: '1080p' } })

async function startFilm(page: Page, look: Look) {
  await startLongFilm(look)
  await page.locator('[data-status="running"]').first().waitFor()
  await page.waitForTimeout(2_500)
}

async function openTray(page: Page, look: Look) {
  const { maker } = casts[look.locale]
  if ((await maker.list(['queued', 'running'])).length === 0) await startLongFilm(look)
  await page.locator('[data-tray]').click()
  await page.getByRole('dialog').waitFor()
  await page.waitForTimeout(700)
}

async function endSession(page: Page, look: Look) {
  if (look.size === 'desktop') await typePrompt(page, look)
  await page.context().clearCookies({ name: /^auth\./ })
  await page.locator('nav a[href="/dashboard/audio"]').filter({ visible: true }).first().click()
  await page.getByRole('dialog').waitFor()
  await settle(page)
}

await rm(`${folder}all`, { recursive: true, force: true })
await mkdir(`${folder}all`, { recursive: true })
const taken: { name: string; look: Look; file: string }[] = []
const failed: string[] = []
for (const look of looks) {
  // Some hundred pages are more than one browser has room for.
  await using browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
  })
  await takeAll(browser, look)
}
await writeIndex()
console.log(`${taken.length} pictures in docs/screenshots/all/index.html`)
for (const line of failed) console.error(`not taken: ${line}`)
if (failed.length > 0) process.exitCode = 1

async function takeAll(from: Browser, look: Look) {
  const cast = casts[look.locale]
  // What they were let in with does not last as long as all of this takes.
  for (const who of ['maker', 'newcomer', 'poor'] as const) cast[who] = await signIn(server.url, cast[who])
  const people = { ...cast, buyer: await signUp(server.url, { email: `buyer-${labelOf(look)}@example.com` }) }
  const chosen = shots.filter(({ name, only }) => name.includes(options.only) && (!only || only === look.size))
  const label = labelOf(look)
  console.log(`${label}: ${chosen.length}`)
  for (const who of ['guest', 'newcomer', 'poor', 'maker', 'buyer'] as const) {
    for (const shot of chosen.filter((one) => one.who === who)) {
      // A context each: what one does to its page must not show in the next.
      const context = await openContext(from, look)
      if (who !== 'guest') await enter(context, people[who])
      const page = await context.newPage()
      const path = typeof shot.path === 'string' ? shot.path : shot.path(cast.works)
      const file = `${shot.name}.${label}.png`
      try {
        await page.goto(shot.name === 'offline-page' ? `/offline/${look.locale}` : path)
        await untilQuiet(page)
        // The viewer asks for the whole picture, the film or the sound once it is there itself.
        if (path.includes('item=')) await untilQuiet(page)
        await shot.act?.(page, look)
        await page.waitForTimeout(250)
        await page.screenshot({ path: `${folder}all/${file}`, fullPage: shot.whole ?? false, animations: 'disabled' })
        if (look.size === 'desktop' && look.locale === 'en' && look.scheme === 'light' && shot.name === 'studio-image')
          await page.screenshot({ path: `${folder}studio.png` })
        taken.push({ name: shot.name, look, file })
      } catch (error) {
        failed.push(`${file}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`)
      } finally {
        await context.close()
      }
    }
    if (who === 'maker')
      for (const { id } of await cast.maker.list(['queued', 'running'])) await cast.maker.cancel(id).catch(() => undefined)
  }
}

function openContext(from: Browser, { size, locale, scheme }: Look): Promise<BrowserContext> {
  return from.newContext({
    baseURL: server.url,
    viewport: sizes[size],
    colorScheme: scheme,
    locale: locale === 'ru' ? 'ru-RU' : 'en-US',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...(size === 'phone' && { hasTouch: true, isMobile: true, deviceScaleFactor: 2 }),
  })
}

async function enter(context: BrowserContext, { tokens }: Person) {
  const cookie = { url: server.url, httpOnly: true, sameSite: 'Lax' } as const
  await context.addCookies([
    { ...cookie, name: 'auth.token', value: tokens.token },
    { ...cookie, name: 'auth.refresh-token', value: tokens.refreshToken },
    { url: server.url, name: 'verify_later', value: '1' },
  ])
}

async function makeCast(locale: Locale): Promise<Cast> {
  const say = prompts[locale]
  const [maker, newcomer, poor] = await Promise.all([
    signUp(server.url, { email: `maker-${locale}@example.com` }),
    signUp(server.url, { email: `newcomer-${locale}@example.com` }),
    signUp(server.url, { email: `poor-${locale}@example.com` }),
  ])
  const make = async (model: string, prompt: string, given: Record<string, string | number | boolean> = {}) => {
    const { id } = await maker.submit({ model, prompt, options: given })
    return maker.until(id, ['succeeded'], { timeoutMs: 180_000, everyMs: 100 })
  }
  const speech = await make('sketch-speech', say.speech)
  await make('sketch-music', say.music, { duration: 15 })
  const video = await make('sketch-video', say.video, { duration: 3, resolution: '480p' })
  const text = await make('sketch-text', say.text)
  const images: Generation[] = []
  for (const prompt of say.images) images.push(await make('sketch-image', prompt))
  const [image] = images
  if (!image) throw new Error('nothing was made')

  const failing = await poor.submit({ model: 'sketch-text', prompt: say.failing, options: {} })
  await poor.until(failing.id, ['failed'])
  // What is left is too little for the longest film.
  for (let spent = 0; spent < 3; spent += 1) {
    const { id } = await poor.submit({ model: 'sketch-music', prompt: say.music, options: { duration: 120 } })
    await poor.until(id, ['succeeded'], { timeoutMs: 180_000, everyMs: 200 })
  }
  return { maker, newcomer, poor, works: { image, video, speech, text, sharePath: await share(maker, video) } }
}

async function share({ tokens }: Person, { id }: Generation): Promise<string> {
  const answer = await fetch(`${server.url}/api/v1/generations/${id}/share`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ show_prompt: true }),
  })
  return `/shared/${v.parse(shareSchema, await answer.json()).token}`
}

/** One row a state, one column a look. */
async function writeIndex() {
  const labels = looks.map(labelOf)
  const rows = [...new Set(taken.map(({ name }) => name))].map((name) => {
    const cells = labels.map((label) => {
      const file = `${name}.${label}.png`
      return taken.some((one) => one.file === file)
        ? `<td><a href="${file}"><img src="${file}" loading="lazy" alt="${name}, ${label}"></a></td>`
        : '<td></td>'
    })
    return `<tr id="${name}"><th scope="row">${name}</th>${cells.join('')}</tr>`
  })
  await writeFile(
    `${folder}all/index.html`,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every page and state</title>
<style>body{font:14px system-ui;margin:16px}th{position:sticky;left:0;background:#fff;text-align:left;vertical-align:top;padding:8px}img{max-height:420px;border:1px solid #ccc}td{vertical-align:top;padding:4px}thead th{top:0;z-index:1}</style>
<table><thead><tr><th></th>${labels.map((label) => `<th scope="col">${label}</th>`).join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></html>
`,
  )
}
