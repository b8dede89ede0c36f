/**
 * Measures the interface in Chromium on the built app: JavaScript of the first load, time from a key press to the next paint at a quarter
 * of the machine's speed, and layout shifts. Run it alone on the machine: `npm run bench:ui [-- --all | --first-load | --film]`. `--all` includes the
 * library of 10,000 works and the long streamed text; `--first-load` measures only the JavaScript of the first load, `--film` only a film of 30 shots.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import * as v from 'valibot'
import { filmLimits } from '#app/contract/films/film-values.ts'
import { filmSchema } from '#app/contract/films/films.ts'
import { type Person, signUp } from '#tests/fixtures/api-client.ts'
import { findChromium } from '#tests/fixtures/chromium.ts'
import { startServer } from '#tests/fixtures/server.ts'
import { type Budget, readBudget } from '../vite/first-load-budget.ts'
import { firstLoadOf } from './first-load.ts'
import { longFilm } from './long-film.ts'
import { duration, kilobytes, quantile } from './numbers.ts'

const { values: options } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    'first-load': { type: 'boolean', default: false },
    film: { type: 'boolean', default: false },
  },
})
/** CPU slowdown that simulates a mid-range phone. */
const slowdown = 4
/** Shifts below 0.001 (a line of text that moves by its height) are invisible. */
const aims = { press: 100, shift: 0.001, filmScripts: 60_000, filmHtml: 150_000 }
const budget: Budget = {
  '/': { named: 5_300, itself: 6_000 },
  '/legal/terms': { named: 4_000, itself: 4_000 },
  ...readBudget(fileURLToPath(new URL('../..', import.meta.url))),
}
/** Duration of a key press in milliseconds. */
const held = { delay: 70 }
/** The number of largest chunks listed. */
const heaviest = 5

type Row = { what: string; found: string; aim: string; kept: boolean; parts?: string }
const rows: Row[] = []

await using server = await startServer({ built: true, optimizes: true, env: { LOG_LEVEL: 'error' } })
// The first account owns the server and sees more than a member.
await signUp(server.url)
const ann = await signUp(server.url)
await using browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 }, locale: 'en-US' })
if (options.film) await measureFilm(context, ann)
else {
  await makeWorks(ann, 12)
  for (const path of ['/', '/legal/terms', '/signin']) await measureFirstLoad(path, [])
  const cookies = await enter(context, ann)
  for (const path of ['/dashboard/image', '/dashboard/video', '/dashboard/audio', '/dashboard/text', '/dashboard'])
    await measureFirstLoad(path, cookies)
  if (!options['first-load']) {
    await measurePresses(context)
    await measureFilm(context, ann)
  }
}
await context.close()
print()

if (options.all) {
  for (const script of ['library.ts', 'text-stream.ts'])
    spawnSync(process.execPath, [fileURLToPath(new URL(script, import.meta.url))], { stdio: 'inherit' })
}
if (rows.some(({ kept }) => !kept)) process.exitCode = 1

async function makeWorks(person: Person, count: number) {
  for (let index = 0; index < count; index += 1) {
    const { id } = await person.submit({
      model: 'sketch-image',
      prompt: `A lighthouse above the sea, number ${index}`,
      options: { size: '512' },
    })
    await person.until(id, ['succeeded'], { timeoutMs: 60_000 })
  }
}

async function enter(to: BrowserContext, { tokens }: Person) {
  const cookie = { url: server.url, httpOnly: true, sameSite: 'Lax' } as const
  await to.addCookies([
    { ...cookie, name: 'auth.token', value: tokens.token },
    { ...cookie, name: 'auth.refresh-token', value: tokens.refreshToken },
  ])
  return [`auth.token=${tokens.token}`, `auth.refresh-token=${tokens.refreshToken}`]
}

/**
 * Chunks named in the HTML block the page. The chunks that Chromium fetches within eight seconds, without any input, also include those
 * loaded after hydration.
 */
async function measureFirstLoad(path: string, cookie: string[]) {
  const url = new URL(path, server.url).href
  const answer = await fetch(url, { headers: { cookie: cookie.join('; '), accept: 'text/html', 'accept-language': 'en' } })
  const named = await firstLoadOf({ url, html: await answer.text() })
  const fetched = sumOf(await scriptsOf(path))
  const limit = budget[path] ?? { named: 0, itself: 0 }
  rows.push({
    what: `First load of ${path}: JavaScript, gzip`,
    found: `${kilobytes(named.bytes)} in ${named.files.length} files, by itself within 8 s: ${kilobytes(fetched)}`,
    aim: `≤ ${kilobytes(limit.named)} and ${kilobytes(limit.itself)}`,
    kept: named.bytes <= limit.named * 1.02 && fetched <= limit.itself,
    parts: named.files
      .toSorted((one, other) => other.bytes - one.bytes)
      .slice(0, heaviest)
      .map(({ url: file, bytes }) => `${new URL(file).pathname.replace(/^.*\/(.+)-[\w-]{7,8}\.js$/, '$1')} ${kilobytes(bytes)}`)
      .join(', '),
  })
}

function sumOf(scripts: ReadonlyMap<string, number>): number {
  return [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0)
}

/** Transferred bytes of each script, with the headers of its response. */
async function scriptsOf(path: string): Promise<ReadonlyMap<string, number>> {
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  // The cache is cleared between pages.
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  await client.send('Network.setBypassServiceWorker', { bypass: true })
  const urls = new Map<string, string>()
  const scripts = new Map<string, number>()
  client.on('Network.responseReceived', ({ requestId, type, response }) => type === 'Script' && urls.set(requestId, response.url))
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId)
    if (url !== undefined) scripts.set(url, encodedDataLength)
  })
  await page.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' })
  await page.goto(path, { waitUntil: 'load' })
  await page.waitForTimeout(8_000)
  await page.close()
  return scripts
}

/** A film of the most shots, with words in each: its own scripts and HTML, and a key in its fields. */
async function measureFilm(to: BrowserContext, person: Person) {
  const answer = await fetch(`${server.url}/api/v1/films`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${person.tokens.token}` },
    body: JSON.stringify({ document: longFilm }),
  })
  const { id } = v.parse(filmSchema, await answer.json())
  const cookies = await enter(to, person)
  const path = `/dashboard?film=${id}`
  const html = await (
    await fetch(server.url + path, { headers: { cookie: cookies.join('; '), accept: 'text/html', 'accept-language': 'en' } })
  ).text()
  rows.push({
    what: `HTML of a film of ${filmLimits.shots} shots`,
    found: kilobytes(html.length),
    aim: `≤ ${kilobytes(aims.filmHtml)}`,
    kept: html.length <= aims.filmHtml,
  })
  const usual = await scriptsOf('/dashboard')
  const own = new Map([...(await scriptsOf(path))].filter(([url]) => !usual.has(url)))
  rows.push({
    what: 'Scripts of a film that the dashboard does not have, gzip',
    found: `${kilobytes(sumOf(own))} in ${own.size} files`,
    aim: `≤ ${kilobytes(aims.filmScripts)}`,
    kept: sumOf(own) <= aims.filmScripts,
  })
  const page = await to.newPage()
  await page.addInitScript(watchPage)
  const client = await to.newCDPSession(page)
  await settle(page, path)
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page
    .getByRole('list', { name: 'Shots in order' })
    .getByRole('button', { name: /^Shot \d/ })
    .first()
    .click()
  const type = async (name: string) => {
    await page.getByRole('textbox', { name }).first().click()
    await page.keyboard.press('End')
    await page.waitForTimeout(1_000)
    await presses(page, `typing in “${name}” of a film of ${filmLimits.shots} shots`, async () => {
      await page.keyboard.type(' A storm is coming, and the sea is loud', { delay: 90 })
      await page.waitForTimeout(1_500)
    })
  }
  await type('What is seen')
  await type('Place')
  await page.getByRole('radio', { name: 'Words' }).press('Space')
  await type('Line 1')
  await page.close()
}

async function measurePresses(to: BrowserContext) {
  const page = await to.newPage()
  await page.addInitScript(watchPage)
  const client = await to.newCDPSession(page)

  await settle(page, '/dashboard/image')
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await presses(page, 'typing in the composer', async () => {
    await page.getByRole('textbox').first().click()
    await page.keyboard.type('A lighthouse above the sea, storm clouds, evening light', { delay: 60 })
  })
  const palette = page.getByRole('dialog', { name: 'Commands and search' })
  await presses(page, 'opening the palette', async () => {
    for (let times = 0; times < 3; times += 1) {
      await page.keyboard.press('ControlOrMeta+k', held)
      await palette.getByRole('option').first().waitFor()
      await page.waitForTimeout(400)
      await page.keyboard.press('Escape', held)
      await palette.waitFor({ state: 'hidden' })
    }
  })
  await presses(page, 'typing in the palette', async () => {
    await page.keyboard.press('ControlOrMeta+k', held)
    await palette.getByRole('option').first().waitFor()
    await page.keyboard.type('lighthouse', { delay: 120 })
    await page.waitForTimeout(800)
    await page.keyboard.press('Escape', held)
  })

  await settle(page, '/dashboard')
  await presses(page, 'opening and closing a work', async () => {
    for (let index = 0; index < 3; index += 1) {
      await page.locator('#library, [aria-labelledby="library"]').getByRole('link').nth(index).click()
      await page.waitForURL(/[?&]item=/)
      await page.waitForTimeout(800)
      await page.keyboard.press('Escape', held)
      await page.waitForURL((url) => !url.searchParams.has('item'))
      await page.waitForTimeout(400)
    }
  })
  await presses(page, 'filtering by kind', async () => {
    for (const name of ['Image', 'Video', 'All']) {
      await page.getByRole('group', { name: 'Media type' }).getByRole('button', { name, exact: true }).click()
      await page.waitForTimeout(600)
    }
  })
  await presses(page, 'typing a search', async () => {
    await page.getByRole('searchbox').first().click()
    await page.keyboard.type('lighthouse', { delay: 120 })
    await page.waitForTimeout(800)
  })
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.close()
}

/** Runs in the page: records the time from each key press to the next paint, and layout shifts. */
function watchPage() {
  const seen = { presses: new Map<number, number>(), shift: 0 }
  Object.assign(window, { seen })
  const events: PerformanceObserverInit & { durationThreshold: number } = { type: 'event', buffered: true, durationThreshold: 16 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceEventTiming)) continue
      const { interactionId } = entry
      if (interactionId) seen.presses.set(interactionId, Math.max(seen.presses.get(interactionId) ?? 0, entry.duration))
    }
  }).observe(events)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const moved: { value?: number; hadRecentInput?: boolean } = entry.toJSON()
      if (!moved.hadRecentInput) seen.shift += moved.value ?? 0
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

type Seen = { presses: Map<number, number>; shift: number }
declare global {
  interface Window {
    seen: Seen
  }
}

async function settle(page: Page, path: string) {
  await page.goto(path)
  await page.waitForLoadState('networkidle').catch(() => undefined)
  // Waits for prefetched chunks, as if a person looked at the page first.
  await page.waitForTimeout(4_000)
  const shift = await page.evaluate(() => window.seen.shift)
  rows.push({ what: `Layout shift of ${path} as it loads`, found: shift.toFixed(4), aim: `≤ ${aims.shift}`, kept: shift <= aims.shift })
}

async function presses(page: Page, what: string, act: () => Promise<void>) {
  await page.evaluate(() => window.seen.presses.clear())
  await act()
  await page.waitForTimeout(300)
  const waits = await page.evaluate(() => [...window.seen.presses.values()])
  // Paints within one frame are not reported.
  const worst = waits.length > 0 ? Math.max(...waits) : 16
  rows.push({
    what: `Click or key to next paint, ${slowdown}× slower: ${what}`,
    found: `worst ${duration(worst)}, p75 ${duration(waits.length > 0 ? quantile(waits, 0.75) : 16)} of ${waits.length}`,
    aim: `≤ ${aims.press} ms`,
    kept: worst <= aims.press,
  })
}

function print() {
  const width = Math.max(...rows.map(({ what }) => what.length))
  for (const { what, found, aim, kept, parts } of rows) {
    console.log(`${kept ? '✓' : '✗'} ${what.padEnd(width)}  ${found}  (${aim})`)
    if (parts) console.log(`  ${parts}`)
  }
}
