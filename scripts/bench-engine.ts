/**
 * Measures the built-in engine: how long each model takes, how soon a cancel takes effect, what memory its process needs, and
 * whether the server's own event loop stays free meanwhile. Run it alone on the machine: `node scripts/bench-engine.ts [runs]`.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { openEngine } from '#app/server/engine/engine.ts'
import type { EngineJob } from '#app/server/engine/protocol.ts'

const runs = Number(process.argv[2] ?? 5)
const sentence = 'The evening sun sets behind the quiet mountains, and the first lights of the harbour are lit. '
const article = Array.from({ length: 80 }, (_, index) => `Plan ${index} adds ${index * 7} kilometres of lanes. ${sentence}`).join('')

const cases: { name: string; job(seed: number): EngineJob }[] = [
  {
    name: 'image 1024²',
    job: (seed) => ({
      model: 'sketch-image',
      prompt: 'mountain lake at sunrise, pine forest',
      options: { aspect: '1:1', format: 'png', seed },
    }),
  },
  {
    name: 'video 5 s 720p, music',
    job: (seed) => ({
      model: 'sketch-video',
      prompt: 'sunset over the sea',
      options: { aspect: '16:9', duration: 5, sound: 'music', seed },
    }),
  },
  {
    name: 'speech 500 characters',
    job: () => ({ model: 'sketch-speech', prompt: sentence.repeat(6).slice(0, 500), options: { voice: 'auto', speed: 1, format: 'mp3' } }),
  },
  {
    name: 'music 30 s',
    job: (seed) => ({ model: 'sketch-music', prompt: 'calm piano by the sea', options: { duration: 30, format: 'mp3', seed } }),
  },
  {
    name: 'text 5,000 characters',
    job: () => ({ model: 'sketch-text', prompt: article.slice(0, 5_000), options: { task: 'summary', length: 'medium' } }),
  },
]

const scratchDir = await mkdtemp(join(tmpdir(), 'bench-engine-'))
let childPid: number | undefined
const engine = openEngine({
  scratchDir,
  logger: {
    info(details) {
      if ('pid' in details && typeof details.pid === 'number') childPid = details.pid
    },
    warn: (details, message) => console.error(message, details),
  },
})

/** Megabytes from /proc, where there is one. */
async function memory(key: 'VmRSS' | 'VmHWM'): Promise<string> {
  const status = await readFile(`/proc/${childPid}/status`, 'utf8').catch(() => '')
  const kilobytes = new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1]
  return kilobytes ? `${Math.round(Number(kilobytes) / 1024)} MB` : 'unknown'
}

async function time(job: EngineJob): Promise<number> {
  const startedAt = performance.now()
  const { files } = await engine.run(job, { signal: new AbortController().signal, onProgress: () => {}, onText: () => {} })
  const taken = performance.now() - startedAt
  await Promise.all(files.flatMap((file) => [file.path, file.poster?.path ?? file.path]).map((path) => rm(path, { force: true })))
  return taken
}

/** Milliseconds from the abort to the rejection. */
async function timeCancel(job: EngineJob, afterMs: number): Promise<number> {
  const abort = new AbortController()
  const work = engine.run(job, { signal: abort.signal, onProgress: () => {}, onText: () => {} }).catch(() => {})
  await delay(afterMs)
  const abortedAt = performance.now()
  abort.abort()
  await work
  return performance.now() - abortedAt
}

const quantile = (values: number[], share: number) => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? NaN
}
const ms = (value: number) => `${Math.round(value)} ms`

console.log('capabilities', JSON.stringify(await engine.capabilities()))
console.log(`child at rest, no thread started: ${await memory('VmRSS')}`)

for (const { name, job } of cases) {
  const first = await time(job(0))
  const times: number[] = []
  for (let run = 1; run <= runs; run += 1) times.push(await time(job(run)))
  console.log(`${name.padEnd(24)} first ${ms(first)}, median ${ms(quantile(times, 0.5))}, p95 ${ms(quantile(times, 0.95))} (n=${runs})`)
}

for (const { name, job } of cases.filter((entry) => /image|video|music/.test(entry.name))) {
  const times: number[] = []
  for (let run = 1; run <= runs; run += 1) times.push(await timeCancel(job(run), 60 + run * 30))
  console.log(`cancel ${name.padEnd(24)} median ${ms(quantile(times, 0.5))}, worst ${ms(Math.max(...times))}`)
}

const loop = monitorEventLoopDelay({ resolution: 5 })
loop.enable()
const video = cases[1]
const startedAt = performance.now()
if (video) await Promise.all([time(video.job(1)), time(video.job(2))])
loop.disable()
console.log(
  `two videos at once: ${ms(performance.now() - startedAt)}; this process's event loop delay p99 ${(loop.percentile(99) / 1e6).toFixed(1)} ms, most ${(loop.max / 1e6).toFixed(1)} ms`,
)
console.log(`child peak ${await memory('VmHWM')}, now ${await memory('VmRSS')}`)
await delay(22_000)
console.log(`child 22 s after its last job: ${(await memory('VmRSS')).replace('unknown', 'ended, nothing kept')}`)

await engine.close()
await rm(scratchDir, { recursive: true })
