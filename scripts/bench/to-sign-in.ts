/**
 * Measures the time from a click on a link to a sign-in form that is shown, to one that can be sent, because its button is enabled and a
 * submit is carried out sooner or later, and to one that React handles, on a phone's processor (a quarter of this machine's speed) and slow
 * 4G: from the public home page, which the browser leaves, and from a page of the app, by its own router. Alternating rounds, each with an
 * empty cache and a pointer that rests on the link first: `node scripts/bench/to-sign-in.ts [--rounds=5] [--before=<folder of a build>]`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { signUp } from '#tests/fixtures/api-client.ts'
import { findChromium } from '#tests/fixtures/chromium.ts'
import { startServer } from '#tests/fixtures/server.ts'
import { duration, quantile } from './numbers.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' }, before: { type: 'string' } } })
/** Milliseconds, and bytes per second. */
const slow4g = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 }
const slowdown = 4
/** Milliseconds that the pointer rests on the link before the click. */
const rest = 300
const starts = { 'the public home page': '/', 'the app’s router': '/password/forgot' }

await using servers = new AsyncDisposableStack()
const urls: Record<string, string> = {}
for (const [build, root] of Object.entries({ ...(values.before && { 'before: ': values.before }), '': undefined })) {
  const server = servers.use(await startServer({ built: true, optimizes: true, env: { LOG_LEVEL: 'error' }, ...(root && { root }) }))
  // The first account owns the server; before it, the home page differs.
  await signUp(server.url)
  urls[build] = server.url
}
await using browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox', '--disable-gpu'] })

const moments = ['shown', 'sendable', 'handled'] as const
type Wait = Record<(typeof moments)[number], number>
const waits = new Map<string, Wait[]>()
for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const [build, url] of Object.entries(urls))
    for (const [start, path] of Object.entries(starts)) {
      const name = build + start
      waits.set(name, [...(waits.get(name) ?? []), await waitFrom(url, path)])
    }
}
for (const moment of moments) {
  for (const [name, found] of waits) {
    const times = found.map((wait) => wait[moment])
    console.log(`${name}, until the form is ${moment}: median ${duration(quantile(times, 0.5))} (${times.map(duration).join(', ')})`)
  }
}

async function waitFrom(url: string, path: string): Promise<Wait> {
  const context = await browser.newContext({ baseURL: url, locale: 'en-US', serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.addInitScript(watchForm)
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', slow4g)
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(path, { waitUntil: 'load' })
  await page.locator('html[data-live]').waitFor({ state: 'attached' })
  // Nobody clicks at once.
  await sleep(1_000)
  const link = page.locator('a[href^="/signin"]:not([href*="mode="]):visible').first()
  await link.hover()
  await sleep(rest)
  await link.click()
  await page.waitForFunction(() => sessionStorage.getItem('handled') !== null, undefined, { timeout: 60_000 })
  const wait = await page.evaluate(() => {
    const after = (name: string) => Number(sessionStorage.getItem(name)) - Number(sessionStorage.getItem('clicked'))
    return { shown: after('shown'), sendable: after('sendable'), handled: after('handled') }
  })
  await context.close()
  return wait
}

/** Runs in every page: records the first click, and when the form of the sign-in page is shown, can be sent, and is handled by React. */
function watchForm() {
  const record = (name: string) => sessionStorage.getItem(name) ?? sessionStorage.setItem(name, String(Date.now()))
  window.addEventListener('click', () => record('clicked'), true)
  const timer = setInterval(() => {
    const submit = document.querySelector<HTMLButtonElement>(
      '#content form:has(input[autocomplete~="current-password"]) button[type="submit"]',
    )
    if (location.pathname !== '/signin' || !submit?.checkVisibility()) return
    record('shown')
    if (submit.disabled) return
    record('sendable')
    if (!Object.keys(submit).some((key) => key.startsWith('__reactProps'))) return
    record('handled')
    clearInterval(timer)
  }, 10)
}
