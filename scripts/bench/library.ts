/**
 * Measures a library of 10,000 works in Chromium: the built server on a filled data folder, opened, scrolled to the end and filtered. Needs
 * the build; run it alone on the machine: `node scripts/bench/library.ts`. `--data=<folder>` keeps the data folder for the next run.
 */
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { openDatabase } from '#app/server/db/database.ts'
import { openDiskStorage } from '#app/server/storage/disk-storage.ts'
import { createUser } from '#tests/factories/users.ts'
import { findChromium } from '#tests/fixtures/chromium.ts'
import { startServer } from '#tests/fixtures/server.ts'
import { fillLibrary } from './library-fill.ts'
import { memoryOf } from './memory.ts'
import { duration, megabytes, quantile } from './numbers.ts'

const works = Number(process.argv.find((argument) => /^\d+$/.test(argument)) ?? 10_000)
const password = 'velvet anchor biscuit orbit'
const email = 'bench@example.com'
const say = (what: string, figures: string) => process.stdout.write(`${what.padEnd(58)} ${figures}\n`)

const kept = process.argv.find((argument) => argument.startsWith('--data='))?.slice('--data='.length)
const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'quartet-bench-library-')))
try {
  if (!kept || !existsSync(join(kept, 'db'))) await fill()
  await using server = await startServer({ built: true, optimizes: true, dataDir })
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--enable-precise-memory-info'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: server.url, locale: 'en-US' })
    const devtools = await page.context().newCDPSession(page)
    const whole = await browser.newBrowserCDPSession()
    await signIn(page)
    await firstRender(page)
    await scrollThrough(page, devtools, whole)
    await filter(page, devtools)
  } finally {
    await browser.close()
  }
} finally {
  if (!kept) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
}

async function fill() {
  const handle = await openDatabase({ dataDir })
  try {
    const storage = await openDiskStorage(join(dataDir, 'files'))
    const { id } = await createUser(handle, { email, password, tokens: 100 })
    await fillLibrary(handle.db, { storage, userId: id, count: works })
    await handle.db.execute('analyze')
  } finally {
    await handle.close()
  }
}

async function signIn(page: Page) {
  await page.goto('/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard')
}

function tiles(page: Page) {
  return page.getByRole('list', { name: 'Results', exact: true }).getByRole('listitem')
}

/** Time from the last byte of data to the first frame with tiles: with the HTML, and after navigating from another page. */
async function firstRender(page: Page) {
  const loads: number[] = []
  const visits: number[] = []
  for (let time = 0; time < 5; time += 1) {
    await page.goto('/dashboard')
    await tiles(page).first().waitFor()
    loads.push(
      await page.evaluate(() => {
        const [navigation] = performance.getEntriesByType('navigation')
        const paint = performance.getEntriesByName('first-contentful-paint')[0]
        return navigation instanceof PerformanceNavigationTiming && paint ? paint.startTime - navigation.responseEnd : Number.NaN
      }),
    )
    await page.goto('/dashboard/image')
    const watched = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          performance.clearResourceTimings()
          const look = () => {
            if (!document.querySelector('li[data-index]')) return requestAnimationFrame(look)
            // The current frame is on screen when the next one starts.
            return requestAnimationFrame(() => {
              const answers = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/_serverFn/'))
              const last = Math.max(...answers.map((entry) => (entry instanceof PerformanceResourceTiming ? entry.responseEnd : 0)))
              resolve(performance.now() - last)
            })
          }
          look()
        }),
    )
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    visits.push(await watched)
  }
  say('First tiles after the HTML (aim ≤ 300 ms)', figuresOf(loads))
  say('First tiles after the data, from another page (aim ≤ 300 ms)', figuresOf(visits))
}

function figuresOf(values: readonly number[]): string {
  return `median ${duration(quantile(values, 0.5))}, worst ${duration(Math.max(...values))}`
}

async function scrollThrough(page: Page, devtools: CDPSession, whole: CDPSession) {
  await page.goto('/dashboard')
  await tiles(page).first().waitFor()
  const began = performance.now()
  // Scrolls to the end until no more works are loaded.
  await page.waitForFunction(
    () => {
      const more = [...document.querySelectorAll('button')].some(({ textContent }) => textContent === 'Show older')
      const spacer = document.querySelector('li[data-index]')?.parentElement
      if (more && spacer) window.scrollTo(0, spacer.getBoundingClientRect().bottom + window.scrollY - window.innerHeight / 2)
      return !more
    },
    undefined,
    { polling: 50, timeout: 300_000 },
  )
  say(`All ${works} loaded by scrolling`, duration(performance.now() - began))
  say('Tiles in the page', String(await tiles(page).count()))
  await page.evaluate(() => window.scrollTo(0, 0))
  await untilAtRest(page, whole)
  const renderers = await rendererPids(whole)
  for (const [name, step] of [
    ['20 px a frame (looking, pictures arrive)', 20],
    ['60 px a frame (looking for)', 60],
    ['240 px a frame (a flick)', 240],
  ] as const) {
    const before = mainThreadMs(renderers)
    const frames = await page.evaluate(
      (pixels) =>
        new Promise<number[]>((resolve) => {
          const deltas: number[] = []
          let before = performance.now()
          const end = before + 8_000
          const next = (now: number) => {
            deltas.push(now - before)
            before = now
            window.scrollBy(0, pixels)
            if (now < end) requestAnimationFrame(next)
            else resolve(deltas.slice(2))
          }
          requestAnimationFrame(next)
        }),
      step,
    )
    const busy = mainThreadMs(renderers) - before
    const late = frames.filter((frame) => frame > 25).length
    say(
      `Scrolling ${name}`,
      `${((frames.length * 1000) / frames.reduce((sum, frame) => sum + frame, 0)).toFixed(1)} fps, median ${duration(quantile(frames, 0.5))}, 95 % ≤ ${duration(quantile(frames, 0.95))}, worst ${duration(Math.max(...frames))}, ${late} of ${frames.length} frames late`,
    )
    // Unlike frame times, it does not depend on other load on the machine.
    say('  of it work of the page’s own thread, a frame', duration(busy / frames.length))
  }
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('Performance.enable')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
  say('JavaScript heap with everything loaded (aim ≤ 150 MB)', megabytes(heap))
  const memory = await memoryOf(renderers)
  if (memory) say('The page’s process, PSS', megabytes(memory.pss))
}

/** Waits for the browser's garbage collection after ten thousand tiles in half a minute, a speed at which no person scrolls. */
async function untilAtRest(page: Page, whole: CDPSession) {
  const used = async () => (await whole.send('SystemInfo.getProcessInfo')).processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
  for (let before = -Infinity, now = await used(); now - before > 0.05; now = await used()) {
    before = now
    await page.waitForTimeout(1_000)
  }
}

/** Processor time of the main threads (scripts, styles, layout) of these processes; NaN without /proc. */
function mainThreadMs(pids: readonly number[]): number {
  const [pid] = pids
  if (pid === undefined || !existsSync(`/proc/${pid}/task/${pid}/stat`)) return Number.NaN
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Process ids of the renderers; with one page, the largest is the page's. */
async function rendererPids(whole: CDPSession): Promise<number[]> {
  const { processInfo } = await whole.send('SystemInfo.getProcessInfo')
  const pids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  const rss = (pid: number) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  return pids.toSorted((a, b) => rss(b) - rss(a)).slice(0, 1)
}

/** Time from the key press to the next paint, with the processor slowed down four times. */
async function filter(page: Page, devtools: CDPSession) {
  await page.evaluate(() => window.scrollTo(0, 0))
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  for (const [name, press] of [
    ['a kind', () => page.getByRole('button', { name: 'Image', exact: true }).click()],
    ['a search word', () => page.getByRole('searchbox').pressSequentially('маяк')],
    ['selecting a tile', () => tiles(page).first().getByRole('checkbox').click()],
    ['ending the selection', () => page.getByRole('button', { name: 'Stop selecting' }).last().click()],
    ['opening a tile', () => tiles(page).nth(1).getByRole('link').click()],
  ] as const) {
    await page.evaluate(() => {
      const { dataset } = document.documentElement
      dataset.slowest = ''
      const options = { type: 'event', buffered: false, durationThreshold: 16 }
      new PerformanceObserver((list) => {
        dataset.slowest = String(Math.max(Number(dataset.slowest), ...list.getEntries().map((entry) => entry.duration)))
      }).observe(options)
    })
    await press()
    await page.waitForTimeout(1_500)
    const slowest = Number(await page.evaluate(() => document.documentElement.dataset.slowest))
    say(`Press to paint at 4× slower: ${name} (aim ≤ 100 ms)`, slowest > 0 ? `worst ${duration(slowest)}` : 'under 16 ms')
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
}
