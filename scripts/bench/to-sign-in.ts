/**
 * Measures the time from a click on a link to a sign-in form that is shown, from when typed values are kept, and to one that React handles,
 * which can be sent, on a phone's processor (a quarter of this machine's speed) and slow 4G: from the public home page, which the browser
 * leaves, and from a page of the app, by its own router. Alternating rounds, each with an empty cache and a pointer that rests on the link
 * first: `node scripts/bench/to-sign-in.ts [--rounds=5]`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { signUp } from '#tests/fixtures/api-client.ts'
import { findChromium } from '#tests/fixtures/chromium.ts'
import { startServer } from '#tests/fixtures/server.ts'
import { duration, quantile } from './numbers.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
/** Milliseconds, and bytes per second. */
const slow4g = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 }
const slowdown = 4
/** Milliseconds that the pointer rests on the link before the click. */
const rest = 300
const starts = { 'the public home page': '/', 'the app’s router': '/password/forgot' }

await using server = await startServer({ built: true, optimizes: true, env: { LOG_LEVEL: 'error' } })
// The first account owns the server; before it, the home page differs.
await signUp(server.url)
await using browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox', '--disable-gpu'] })

const moments = ['shown', 'handled'] as const
type Wait = Record<(typeof moments)[number], number>
const waits = new Map<string, Wait[]>()
for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const [name, path] of Object.entries(starts)) waits.set(name, [...(waits.get(name) ?? []), await waitFrom(path)])
}
for (const moment of moments) {
  const medians = [...waits].map(([name, found]) => {
    const times = found.map((wait) => wait[moment])
    console.log(`From ${name} until the form is ${moment}: median ${duration(quantile(times, 0.5))} (${times.map(duration).join(', ')})`)
    return quantile(times, 0.5)
  })
  console.log(`Ratio of the medians: ${((medians[0] ?? 0) / (medians[1] ?? 1)).toFixed(2)}`)
}

async function waitFrom(path: string): Promise<Wait> {
  const context = await browser.newContext({ baseURL: server.url, locale: 'en-US', serviceWorkers: 'block' })
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
    return { shown: after('shown'), handled: after('handled') }
  })
  await context.close()
  return wait
}

/** Runs in every page: records the first click, and when the form of the sign-in page is shown and when React handles it. */
function watchForm() {
  const record = (name: string) => sessionStorage.getItem(name) ?? sessionStorage.setItem(name, String(Date.now()))
  window.addEventListener('click', () => record('clicked'), true)
  const timer = setInterval(() => {
    const submit = document.querySelector('#content form:has(input[autocomplete~="current-password"]) button[type="submit"]')
    if (location.pathname !== '/signin' || !submit?.checkVisibility()) return
    record('shown')
    if (!Object.keys(submit).some((key) => key.startsWith('__reactProps'))) return
    record('handled')
    clearInterval(timer)
  }, 10)
}
