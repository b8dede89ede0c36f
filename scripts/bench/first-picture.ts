/**
 * Measures the time from the load of the home page to the first picture of a visitor's own, drawn, loaded and painted behind the words: a
 * new visitor with an empty cache presses the first suggestion as soon as it is shown. On a laptop, and on a phone at a quarter of the
 * machine's speed over slow 4G, in both languages: `node scripts/bench/first-picture.ts [--rounds=5]`. It needs a build.
 */
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test'
import { signUp } from '#tests/fixtures/api-client.ts'
import { findChromium } from '#tests/fixtures/chromium.ts'
import { startServer } from '#tests/fixtures/server.ts'
import { duration, quantile } from './numbers.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const rounds = Number(values.rounds)
/** Milliseconds. */
const aim = 10_000
/** Milliseconds, and bytes per second. */
const slow4g = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 }
const visitors: { name: string; context: BrowserContextOptions; slowdown: number }[] = [
  { name: 'laptop, en', context: { viewport: { width: 1440, height: 900 }, locale: 'en-US' }, slowdown: 1 },
  {
    name: 'phone on slow 4G, ru',
    context: { viewport: { width: 390, height: 844 }, locale: 'ru-RU', colorScheme: 'dark', hasTouch: true, isMobile: true },
    slowdown: 4,
  },
]

await using server = await startServer({ built: true, optimizes: true, env: { LOG_LEVEL: 'error' } })
// The first account owns the server; before it, the home page differs.
await signUp(server.url)
await using browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox', '--disable-gpu'] })

console.log('| Visitor | Suggestion shown | Own picture, median | slowest | Target |\n|---|---|---|---|---|')
for (const { name, context, slowdown } of visitors) {
  const visits: { shown: number; drawn: number }[] = []
  for (let round = 0; round < rounds; round += 1) visits.push(await visit(browser, context, slowdown))
  const drawn = visits.map((one) => one.drawn)
  const shown = duration(
    quantile(
      visits.map((one) => one.shown),
      0.5,
    ),
  )
  console.log(`| ${name} | ${shown} | ${duration(quantile(drawn, 0.5))} | ${duration(Math.max(...drawn))} | ≤ ${duration(aim)} |`)
  if (Math.max(...drawn) > aim) process.exitCode = 1
}

async function visit(to: Browser, options: BrowserContextOptions, slowdown: number) {
  const context = await to.newContext({ ...options, baseURL: server.url })
  try {
    const page = await context.newPage()
    if (slowdown > 1) {
      const session = await context.newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', slow4g)
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    }
    const start = performance.now()
    await page.goto('/', { waitUntil: 'commit' })
    const suggestion = page.locator('[data-demo-place] button').first()
    await suggestion.waitFor()
    const shown = performance.now() - start
    await suggestion.click()
    const image = page.locator('[data-demo-picture] img')
    await image.waitFor({ timeout: 60_000 })
    await image.evaluate(async (one) => {
      if (one instanceof HTMLImageElement) await one.decode()
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    })
    return { shown, drawn: performance.now() - start }
  } finally {
    await context.close()
  }
}
