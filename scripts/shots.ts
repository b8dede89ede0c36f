/**
 * Takes screenshots of every page and state, on a phone and on a desktop, in both languages and both themes, into
 * `docs/screenshots/all/`, with an `index.html` to browse them; and renews the ones in the README. They show a built
 * server with a fresh data folder, and people who have made works of each kind.
 *
 *   npm run shots                      all
 *   npm run shots -- --only viewer     those whose name contains this
 *   npm run shots -- --look desktop-ru those of looks whose name (phone-en-light) contains this
 *   npm run shots -- --quick           two looks per size: English and light, Russian and dark
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { locales } from '#config'
import { type Person, signIn, signUp } from '#tests/fixtures/api-client.ts'
import { findChromium } from '#tests/fixtures/chromium.ts'
import { startServer } from '#tests/fixtures/server.ts'
import {
  buy,
  openReceipt,
  changePlan,
  openByName,
  toLibrary,
  selectFirst,
  remind,
  openAccountMenu,
  openSheet,
  askTooMuch,
  endSession,
  settle,
  untilQuiet,
  pressKeys,
  typePrompt,
  sizes,
  schemes,
  labelOf,
  type Size,
  type Look,
} from './shots/acts.ts'
import { makeCast, prompts, type Works } from './shots/cast.ts'

const { values: options } = parseArgs({
  options: { only: { type: 'string', default: '' }, look: { type: 'string', default: '' }, quick: { type: 'boolean', default: false } },
})

const folder = fileURLToPath(new URL('../docs/screenshots/', import.meta.url))
// Emails fail, so that the operator's overview has an alert.
await using server = await startServer({ built: true, env: { LOG_LEVEL: 'silent', SMTP_URL: 'smtp://127.0.0.1:9' } })

const looks = (['phone', 'desktop'] as const)
  .flatMap((size) => locales.flatMap((locale) => schemes.map((scheme): Look => ({ size, locale, scheme }))))
  .filter((look) => labelOf(look).includes(options.look))
  .filter(({ locale, scheme }) => !options.quick || (locale === 'en') === (scheme === 'light'))

console.log('Making works …')
// The first account of a server owns it.
const owner = await signUp(server.url, { email: 'owner@example.com' })
const casts = { en: await makeCast(server.url, 'en'), ru: await makeCast(server.url, 'ru') }

/** The person who sees the page. Every look has its own buyer, because an owned plan changes the offers. */
type Who = 'guest' | 'maker' | 'newcomer' | 'poor' | 'buyer' | 'owner'
type Shot = {
  name: string
  path: string | ((works: Works) => string)
  who: Who
  /** Actions on the page before the screenshot. */
  act?: (page: Page, look: Look) => Promise<unknown>
  only?: Size
  /** Whether to capture the full page instead of the viewport. */
  whole?: boolean
}

const openItem = (kind: 'image' | 'video' | 'speech' | 'text') => (works: Works) => `/dashboard?item=${works[kind].id}`
const shots: Shot[] = [
  { name: 'home', path: '/', who: 'guest' },
  { name: 'home-whole', path: '/', who: 'guest', whole: true },
  { name: 'sign-in', path: '/signin', who: 'guest' },
  { name: 'sign-in-wrong', path: '/signin', who: 'guest', act: (page) => page.getByRole('main').locator('button[type="submit"]').click() },
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
  { name: 'chord-new', path: '/dashboard?chord=new', who: 'maker' },
  { name: 'chord', path: ({ chord }) => `/dashboard?chord=${chord}`, who: 'maker', whole: true },
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
  { name: 'api-key', path: '/profile/settings', who: 'buyer', act: openByName(/^(?:New API key|Новый API-ключ)$/) },
  { name: 'two-factor', path: '/profile/settings', who: 'buyer', act: openByName(/^(?:Set up two-factor|Настроить двухфакторную)/) },
  { name: 'operator-overview', path: '/operator', who: 'owner' },
  ...[
    'people',
    'groups',
    'runs',
    'connections',
    'local-models',
    'shop',
    'orders',
    'codes',
    'reports',
    'safety',
    'announcements',
    'recipes',
    'system',
    'audit',
  ].map((page): Shot => ({ name: `operator-${page}`, path: `/operator/${page}`, who: 'owner' })),
  { name: 'compare', path: '/dashboard?compare=audio', who: 'maker' },
  { name: 'delete-account', path: '/profile/settings', who: 'buyer', act: openByName(/^(?:Delete account|Удалить аккаунт)/) },
]

/** Starts a film long enough to be captured while it runs. */
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

/** The screenshots in the README and the documents. */
const inDocs = new Map([
  ['studio-image', 'studio.png'],
  ...['overview', 'connections', 'groups', 'shop', 'announcements'].map((page) => [`operator-${page}`, `operator-${page}.png`] as const),
])

await rm(`${folder}all`, { recursive: true, force: true })
await mkdir(`${folder}all`, { recursive: true })
const taken: { name: string; look: Look; file: string }[] = []
const failed: string[] = []
for (const look of looks) {
  // The browser is restarted, because it runs out of memory after some hundred pages.
  await using browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
  })
  await takeAll(browser, look)
}
await writeIndex()
console.log(`${taken.length} screenshots in docs/screenshots/all/index.html`)
for (const line of failed) console.error(`screenshot failed: ${line}`)
if (failed.length > 0) process.exitCode = 1

async function takeAll(from: Browser, look: Look) {
  const cast = casts[look.locale]
  // The sessions are renewed, because access tokens expire before the run ends.
  for (const who of ['maker', 'newcomer', 'poor'] as const) cast[who] = await signIn(server.url, cast[who])
  const people = {
    ...cast,
    owner: await signIn(server.url, owner),
    buyer: await signUp(server.url, { email: `buyer-${labelOf(look)}@example.com` }),
  }
  const chosen = shots.filter(({ name, only }) => name.includes(options.only) && (!only || only === look.size))
  const label = labelOf(look)
  console.log(`${label}: ${chosen.length}`)
  for (const who of ['guest', 'newcomer', 'poor', 'maker', 'buyer', 'owner'] as const) {
    for (const shot of chosen.filter((one) => one.who === who)) {
      // Each screenshot has its own context, for isolation.
      const context = await openContext(from, look)
      if (who !== 'guest') await enter(context, people[who])
      const page = await context.newPage()
      const path = typeof shot.path === 'string' ? shot.path : shot.path(cast.works)
      const file = `${shot.name}.${label}.png`
      try {
        await page.goto(shot.name === 'offline-page' ? `/offline/${look.locale}` : path)
        await untilQuiet(page)
        // The viewer loads the full media after it has opened.
        if (path.includes('item=')) await untilQuiet(page)
        await shot.act?.(page, look)
        await page.waitForTimeout(250)
        await page.screenshot({ path: `${folder}all/${file}`, fullPage: shot.whole ?? false, animations: 'disabled' })
        const copy = label === 'desktop-en-light' ? inDocs.get(shot.name) : undefined
        if (copy) await page.screenshot({ path: `${folder}${copy}`, animations: 'disabled' })
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

/** Writes a table with a row per state and a column per look. */
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
