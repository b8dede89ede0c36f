/**
 * Measures the built-in engine against its targets: the time per model, the time until a cancel takes effect, the memory of its process and
 * its growth, and the delay of the server's event loop. Run it alone on the machine: `node scripts/bench-engine.ts [--runs 5] [--jobs 200]
 * [--only video] [--json]`.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openEngine } from '@quartet/engine/protocol/open-engine.ts'
import type { EngineResult } from '@quartet/engine/protocol/engine.ts'
import type { EngineJob } from '@quartet/engine/protocol/options.ts'
import type { EngineOptions } from '@quartet/engine/protocol/options.ts'
import { filmOf } from './bench/film.ts'
import { quantile } from './bench/numbers.ts'

const { values: flags } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    jobs: { type: 'string', default: '200' },
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
})
const runs = Number(flags.runs)
const growthJobs = Number(flags.jobs)
/** Number of warm-up jobs, after which growth is measured. */
const warmUpJobs = Math.ceil(growthJobs / 5)
const memorySampleMs = 60
/** Number of measurements of memory; each uses both cores for ten seconds. */
const mostMemoryRuns = 3

const sentence = 'The evening sun sets behind the quiet mountains, and the first lights of the harbour are lit. '
const article = Array.from({ length: 400 }, (_, index) => `Plan ${index} adds ${index * 7} kilometres of lanes. ${sentence}`).join('')
const scenes = [
  'sunset over the sea',
  'pine forest in the snow',
  'city at night in the rain',
  'mountain lake at sunrise',
  'sand dunes in the desert',
]
const sceneFor = (seed: number) => scenes[seed % scenes.length] ?? 'sea'

const image = (seed: number, options: Partial<EngineOptions['sketch-image']> = {}): EngineJob => ({
  model: 'sketch-image',
  prompt: sceneFor(seed),
  options: {
    aspect: '1:1',
    size: '1024',
    style: 'auto',
    card: 'none',
    headline: '',
    message: '',
    detail: '',
    negative: '',
    count: 1,
    transparent: false,
    format: 'png',
    embed_prompt: true,
    seed,
    ...options,
  },
  inputs: [],
})
const video = (seed: number, options: Partial<EngineOptions['sketch-video']> = {}) => filmOf(sceneFor(seed), seed, options)
const speech = (length: number): EngineJob => ({
  model: 'sketch-speech',
  prompt: sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length),
  options: { voice: 'auto', speed: 1, pitch: 1, pauses: 1, format: 'opus', subtitles: 'none', embed_prompt: true },
  inputs: [],
})
const music = (seed: number, duration: number): EngineJob => ({
  model: 'sketch-music',
  prompt: 'calm piano by the sea',
  options: { duration, genre: 'auto', tempo: 0, key: 'auto', loop: false, format: 'opus', embed_prompt: true, seed },
  inputs: [],
})
/** Sentences of one or two letters, which give the largest number of sentences in a prompt. */
const fragments = Array.from({ length: 12_000 }, (_, index) => `A${index % 700} b c.`)
  .join(' ')
  .slice(0, 50_000)
const summary = (length: number) => summaryOf(article.slice(0, length))
const summaryOf = (prompt: string): EngineJob => ({
  model: 'sketch-text',
  prompt,
  options: { task: 'summary', length: 'medium' },
  inputs: [],
})

type Case = {
  name: string
  job(seed: number): EngineJob
  /** Converts the time to a figure that a person notices, and compares it with its target. */
  figure(taken: number, result: EngineResult): number
  unit: string
  atLeast?: number
  atMost?: number
}

const secondsOf = (ms: number) => ms / 1000
const framesPerSecond = (taken: number, result: EngineResult) => (30 * (result.files[0]?.durationMs ?? 0)) / taken
const cases: Case[] = [
  { name: 'image 1024²', job: image, figure: secondsOf, unit: 's', atMost: 0.6 },
  { name: 'video 720p, 5 s, music', job: video, figure: framesPerSecond, unit: 'fps', atLeast: 30 },
  { name: 'video 480p, 5 s, music', job: (seed) => video(seed, { resolution: '480p' }), figure: framesPerSecond, unit: 'fps', atLeast: 60 },
  { name: 'video 1080p, 5 s, music', job: (seed) => video(seed, { resolution: '1080p' }), figure: framesPerSecond, unit: 'fps' },
  { name: 'video 720p, WebM', job: (seed) => video(seed, { format: 'webm' }), figure: framesPerSecond, unit: 'fps' },
  {
    name: 'speech, 2,000 characters',
    job: () => speech(2_000),
    figure: (taken, result) => (result.files[0]?.durationMs ?? 0) / taken,
    unit: '× real time',
    atLeast: 50,
  },
  { name: 'music, 30 s', job: (seed) => music(seed, 30), figure: secondsOf, unit: 's', atMost: 0.6 },
  { name: 'summary, 50,000 characters', job: () => summary(50_000), figure: secondsOf, unit: 's', atMost: 0.5 },
  { name: 'summary, 50,000 characters of fragments', job: () => summaryOf(fragments), figure: secondsOf, unit: 's', atMost: 0.5 },
]

const scratchDir = await mkdtemp(join(tmpdir(), 'bench-engine-'))
let childPid: number | undefined
const engine = openEngine({
  scratchDir,
  idleTimeoutMs: 0,
  logger: {
    info(details) {
      if ('pid' in details && typeof details.pid === 'number') childPid = details.pid
    },
    warn: (details, message) => console.error(message, details),
  },
})

/** Proportional memory of the child in megabytes; 0 if the system does not report it. */
async function memory(): Promise<number> {
  const rollup = await readFile(`/proc/${childPid}/smaps_rollup`, 'utf8').catch(() => '')
  const status = rollup || (await readFile(`/proc/${childPid}/status`, 'utf8').catch(() => ''))
  return Math.round(Number(/(?:^Pss|^VmRSS):\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
}

/** Peak memory of the child during `work`. */
async function peakMemory(work: Promise<unknown>): Promise<number> {
  let isDone = false
  const finished = work.finally(() => {
    isDone = true
  })
  let peak = 0
  while (!isDone) {
    peak = Math.max(peak, await memory())
    await delay(memorySampleMs)
  }
  await finished
  return peak
}

async function time(job: EngineJob): Promise<{ taken: number; result: EngineResult }> {
  const startedAt = performance.now()
  const result = await engine.run(job, { signal: new AbortController().signal, onProgress: () => {}, onText: () => {} })
  const taken = performance.now() - startedAt
  const made = result.files.flatMap((file) => [file.path, file.poster?.path, file.thumbnail?.path])
  await Promise.all(made.map((path) => path && rm(path, { force: true })))
  return { taken, result }
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

/** Processor ticks of the machine: the total, and those stolen by the host. Zeros if the system does not report them. */
async function processorTicks(): Promise<{ all: number; stolen: number }> {
  const stat = await readFile('/proc/stat', 'utf8').catch(() => '')
  const [line = ''] = stat.split('\n')
  const ticks = line.split(/\s+/).slice(1, 9).map(Number)
  return { all: ticks.reduce((sum, tick) => sum + tick, 0), stolen: ticks[7] ?? 0 }
}

type Ticks = Awaited<ReturnType<typeof processorTicks>>
const stolenBetween = (before: Ticks, after: Ticks) => (after.stolen - before.stolen) / Math.max(1, after.all - before.all)

type Row = {
  what: string
  median: number
  worst: number
  unit: string
  promised: string
  kept: boolean | null
  /** The share of the processor stolen by the host, 0..1, which slows everything down. */
  stolen?: number
  /** Runs with almost no stolen time, if there are any. */
  undisturbed?: { runs: number; median: number }
}
const rows: Row[] = []

function report(row: Row): void {
  rows.push(row)
  if (!flags.json) console.log(line([row.what, shown(row.median), shown(row.worst), row.unit, row.promised, verdict(row)]))
}
const worthSaying = 0.01
function verdict({ kept, stolen = 0, undisturbed }: Row): string {
  const word = kept === null ? '' : kept ? 'kept' : 'MISSED'
  if (stolen < worthSaying) return word
  const rest = undisturbed ? `; ${shown(undisturbed.median)} in ${undisturbed.runs} undisturbed runs` : ''
  return `${word}, ${(100 * stolen).toFixed(0)} % stolen${rest}`
}
const shown = (value: number) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2))
const line = (cells: string[]) =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(34) : index === 5 ? `  ${cell}` : cell.padStart(index === 4 ? 12 : 11))).join('')
const isWanted = (name: string) => name.includes(flags.only)

if (!flags.json) {
  console.log(`${runs} runs each on ${availableParallelism()} cores, Node ${process.version}`)
  console.log(line(['', 'median', 'worst', 'unit', 'promised', '']))
}
await engine.capabilities()

for (const { name, job, figure, unit, atLeast, atMost } of cases.filter((entry) => isWanted(entry.name))) {
  await time(job(0))
  const figures: number[] = []
  const calm: number[] = []
  const begin = await processorTicks()
  let before = begin
  for (let run = 1; run <= runs; run += 1) {
    const { taken, result } = await time(job(run))
    const now = await processorTicks()
    const found = figure(taken, result)
    figures.push(found)
    if (stolenBetween(before, now) < worthSaying) calm.push(found)
    before = now
  }
  const median = quantile(figures, 0.5)
  report({
    what: name,
    median,
    worst: atMost === undefined ? Math.min(...figures) : Math.max(...figures),
    unit,
    promised: atLeast === undefined ? (atMost === undefined ? '' : `≤ ${atMost}`) : `≥ ${atLeast}`,
    kept: atLeast === undefined ? (atMost === undefined ? null : median <= atMost) : median >= atLeast,
    stolen: stolenBetween(begin, before),
    ...(calm.length > 0 && { undisturbed: { runs: calm.length, median: quantile(calm, 0.5) } }),
  })
}

const cancelled: [string, (seed: number) => EngineJob][] = [
  ['image 2048²', (seed) => image(seed, { size: '2048' })],
  ['video 720p', video],
  ['video 1080p, WebM', (seed) => video(seed, { resolution: '1080p', format: 'webm' })],
  ['speech, 20,000 characters', () => speech(20_000)],
  ['music, 120 s', (seed) => music(seed, 120)],
  ['summary, 50,000 characters', () => summary(50_000)],
]
for (const [name, job] of cancelled.filter(([entry]) => isWanted(`cancel ${entry}`))) {
  const times: number[] = []
  for (let run = 1; run <= 2 * runs; run += 1) times.push(await timeCancel(job(run), 40 + run * 55))
  const worst = Math.max(...times)
  report({ what: `cancel ${name}`, median: quantile(times, 0.5), worst, unit: 'ms', promised: '≤ 200', kept: worst <= 200 })
}

if (isWanted('two videos at once')) {
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  const peaks: number[] = []
  for (let run = 1; run <= Math.min(runs, mostMemoryRuns); run += 1) {
    peaks.push(await peakMemory(Promise.all([time(video(2 * run, { duration: 8 })), time(video(2 * run + 1, { duration: 8 }))])))
  }
  loop.disable()
  const worst = Math.max(...peaks)
  report({ what: 'memory, two videos at once', median: quantile(peaks, 0.5), worst, unit: 'MB', promised: '≤ 600', kept: worst <= 600 })
  const delays = [loop.percentile(99) / 1e6, loop.max / 1e6] as const
  report({ what: "the server's event loop meanwhile", median: delays[0], worst: delays[1], unit: 'ms', promised: '', kept: null })
}

if (isWanted('growth')) {
  const mix: ((seed: number) => EngineJob)[] = [
    (seed) => video(seed, { resolution: '480p', duration: 2 }),
    (seed) => image(seed, { size: '512', aspect: '4:3', format: 'webp' }),
    () => speech(400),
    (seed) => music(seed, 10),
    () => summary(5_000),
  ]
  const kept: number[] = []
  for (let index = 0; index < growthJobs; index += 1) {
    const job = mix[index % mix.length]
    if (job) await time(job(index))
    if ((index + 1) % mix.length === 0) kept.push(await memory())
  }
  const settled = Math.ceil(warmUpJobs / mix.length)
  const early = quantile(kept.slice(settled, settled * 2), 0.5)
  const late = quantile(kept.slice(-settled), 0.5)
  const growth = (100 * (late - early)) / early
  report({
    what: `memory after ${warmUpJobs} to ${2 * warmUpJobs} jobs`,
    median: early,
    worst: Math.max(...kept),
    unit: 'MB',
    promised: '',
    kept: null,
  })
  report({ what: `growth over ${growthJobs} jobs`, median: growth, worst: growth, unit: '%', promised: '≤ 10', kept: growth <= 10 })
}

await engine.close()
await rm(scratchDir, { recursive: true })
if (flags.json) console.log(JSON.stringify({ node: process.version, cores: availableParallelism(), runs, rows }, null, 2))
