/**
 * Measures the page during a fast, long answer: a scripted model server sends 20,000 words of Markdown through the built app to Chromium.
 * Run it alone on the machine, after a build: `node scripts/bench/text-stream.ts [--words 20000] [--seconds 8]`.
 */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { openOpenaiServer } from '#tests/fakes/providers/openai-server.ts'
import { signUp } from '#tests/fixtures/api-client.ts'
import { findChromium } from '#tests/fixtures/chromium.ts'
import { confirmEmail } from '#tests/fixtures/confirm-email.ts'
import { startServer } from '#tests/fixtures/server.ts'
import { duration, quantile } from './numbers.ts'

const { values } = parseArgs({
  options: {
    words: { type: 'string', default: '20000' },
    /** Seconds in which the model server sends the words. */
    seconds: { type: 'string', default: '8' },
    root: { type: 'string', default: fileURLToPath(new URL('../../', import.meta.url)) },
    screenshot: { type: 'string' },
  },
})
const wordCount = Number(values.words)
const seconds = Number(values.seconds)
const lastWord = 'ENDOFTHEANSWER'

const sentence =
  'The light of the evening falls on a quiet harbour, and **every** boat keeps its *own* colour in the water until the sun is gone. '
const sections = [
  (index: number) => `\n\n## Part ${index}\n\n`,
  () => `\n\n- first of the things\n- second of them, with \`code\`\n- third, see [the page](https://example.com/page)\n\n`,
  () => `\n\n| Name | Value | Note |\n| --- | ---: | --- |\n| one | 1 | small |\n| two | 22 | larger |\n\n`,
  () => `\n\n\`\`\`ts\nexport function add(one: number, other: number): number {\n  // The sum.\n  return one + other\n}\n\`\`\`\n\n`,
  () => `\n\nWith $x^2 + y^2 = r^2$ and\n\n$$\n\\int_0^1 x^2 dx = \\frac{1}{3}\n$$\n\n`,
]

/** Generates words, mostly prose, in pieces as models send them. */
function write(count: number): string[] {
  let text = ''
  for (let part = 0, words = 0; words < count; part += 1) {
    text += sections[part % sections.length]?.(part) ?? ''
    for (let paragraph = 0; paragraph < 3; paragraph += 1) text += `${sentence.repeat(3)}\n\n`
    words = text.split(/\s+/).length
  }
  return `${text}\n\n${lastWord}`.split(/(?<=\s)(?=\S)/)
}

const pieces = write(wordCount)
const tickMs = 8
const atOnce = Math.max(1, Math.ceil(pieces.length / ((seconds * 1000) / tickMs)))
const batches = Array.from({ length: Math.ceil(pieces.length / atOnce) }, (_, index) =>
  pieces.slice(index * atOnce, (index + 1) * atOnce).join(''),
)
await using models = await openOpenaiServer({
  pauseMs: tickMs,
  pieces: (_model, said) => (said === 'Write' ? batches : ['A short answer.']),
})
const modelsFile = join(await mkdtemp(join(tmpdir(), 'quartet-bench-')), 'models.yaml')
await writeFile(
  modelsFile,
  `models:
  desk/writer: { provider: desk, model: writer, type: text, name: Writer, max_output_tokens: 32768, price: { per_run: 1 } }
`,
)
await using server = await startServer({
  optimizes: true,
  built: true,
  root: values.root,
  env: { OPENAI_COMPATIBLE: `desk=${models.url}`, MODELS_FILE: modelsFile, OLLAMA_URL: 'off', LOG_LEVEL: 'error' },
})
const person = await signUp(server.url)
await confirmEmail(server, person)
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
})
const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1280, height: 800 } })
await page.goto(`${server.url}/signin`)
await page.getByLabel('Email').fill(person.email)
await page
  .getByLabel(/^Password/)
  .first()
  .fill(person.password)
await page.getByRole('button', { name: 'Sign in', exact: true }).click()
await page.waitForURL('**/dashboard')
await page.goto(`${server.url}/dashboard/text?model=${encodeURIComponent('desk/writer')}`)
await page.getByRole('textbox', { name: 'Your message' }).fill('Hello')
await page.keyboard.press('Enter')
await page.locator('[data-turn][data-status=succeeded]').waitFor()
const thread_id = new URL(page.url()).searchParams.get('thread') ?? ''
const parent_id = (await page.locator('[data-turn]').getAttribute('data-turn')) ?? ''

await page.evaluate(() => {
  const frames: number[] = []
  const tasks: number[] = []
  Object.assign(globalThis, { measured: { frames, tasks } })
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask' })
  const frame = (at: number) => {
    frames.push(at)
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
})
const devtools = await page.context().newCDPSession(page)
// Busy time of the page's main thread, which does not depend on other load on the machine.
await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
async function worked() {
  const { metrics } = await devtools.send('Performance.getMetrics')
  const of = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN) * 1000
  return { all: of('TaskDuration'), script: of('ScriptDuration'), style: of('RecalcStyleDuration'), layout: of('LayoutDuration') }
}
const before = await worked()
const startedAt = performance.now()
await person.submit({ model: 'desk/writer', prompt: 'Write', options: { max_output_tokens: 32_768 }, thread_id, parent_id })
await page.getByText(lastWord).waitFor({ timeout: 120_000 })
const tookMs = performance.now() - startedAt
const after = await worked()
const measured = await page.evaluate(() => {
  const { measured: kept }: { measured?: { frames: number[]; tasks: number[] } } = Object(globalThis)
  return { frames: kept?.frames ?? [], tasks: kept?.tasks ?? [] }
})
await sleep(500)
const atEnd = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY)
const shown = await page
  .locator('[data-turn]')
  .last()
  .evaluate((turn) => turn.textContent?.split(/\s+/).length ?? 0)
if (values.screenshot) await page.screenshot({ path: values.screenshot })
await browser.close()

const gaps = measured.frames.slice(1).map((at, index) => at - (measured.frames[index] ?? at))
const fps = (share: number) => (1000 / quantile(gaps, share)).toFixed(0)
console.log(`${wordCount.toLocaleString('en')} words (${Math.round(pieces.join('').length / 1000)} kB) written in ${seconds} s`)
console.log(
  `frames: p50 ${fps(0.5)} fps, p5 ${fps(0.95)} fps, worst ${duration(Math.max(...gaps))}; mean ${(gaps.length / (gaps.reduce((sum, gap) => sum + gap, 0) / 1000)).toFixed(1)} fps`,
)
console.log(`long tasks: ${measured.tasks.length}${measured.tasks.length > 0 ? `, longest ${duration(Math.max(...measured.tasks))}` : ''}`)
console.log(`last word on screen after ${duration(tookMs)}; ${shown} words shown; ${Math.round(atEnd)} px from the end`)
console.log(
  `the page's thread worked ${duration(after.all - before.all)}: script ${duration(after.script - before.script)}, style ${duration(after.style - before.style)}, layout ${duration(after.layout - before.layout)}`,
)
