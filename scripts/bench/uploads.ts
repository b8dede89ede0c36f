/**
 * Measures the upload of a photo of 5 MB, and the memory of the process that inspects it:
 * `npm run bench:uploads -- [--before=FOLDER] [--rounds=60]`. With the folder of another checkout, its server takes every other upload, and
 * the ratio is printed.
 */
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import * as v from 'valibot'
import { type Person, signUp } from '#tests/fixtures/api-client.ts'
import { type ServerProcess, startServer } from '#tests/fixtures/server.ts'
import { memoryOf } from './memory.ts'
import { duration, megabytes, quantile } from './numbers.ts'

const { values } = parseArgs({ options: { before: { type: 'string' }, rounds: { type: 'string', default: '60' } } })
const rounds = Number(values.rounds)
const warming = 20

/** Noise, because an even picture of this many pixels is a few kilobytes. */
const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
const photo = await sharp({ create: { width: 4_032, height: 3_024, channels: 3, background: '#369', noise } })
  .jpeg({ quality: 88 })
  .toBuffer()
console.log(`a photo of ${(photo.length / 1e6).toFixed(1)} MB`)

type Side = { name: string; server: ServerProcess; person: Person; times: number[] }

async function open(name: string, root?: string): Promise<Side> {
  const server = await startServer({ optimizes: true, env: { OLLAMA_URL: 'off', LOG_LEVEL: 'error' }, ...(root !== undefined && { root }) })
  return { name, server, person: await signUp(server.url), times: [] }
}

async function upload({ server, person }: Side): Promise<number> {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(photo)]), 'photo.jpg')
  const headers = { authorization: `Bearer ${person.tokens.token}` }
  const started = performance.now()
  const answer = await fetch(`${server.url}/api/v1/uploads`, { method: 'POST', headers, body })
  const { id } = v.parse(v.object({ id: v.string() }), await answer.json())
  const took = performance.now() - started
  // Unused uploads are limited.
  await fetch(`${server.url}/api/v1/uploads/${id}`, { method: 'DELETE', headers })
  return took
}

const sides = [await open('now'), ...(values.before === undefined ? [] : [await open('before', values.before)])]
try {
  for (const side of sides) {
    const before = new Set(side.server.children().map(({ pid }) => pid))
    console.log(`${side.name}: first upload ${duration(await upload(side))}`)
    for (let index = 0; index < warming; index += 1) await upload(side)
    const started = side.server.children().filter(({ pid }) => !before.has(pid))
    for (const { pid } of started) {
      const memory = await memoryOf([pid])
      if (memory) console.log(`${side.name}: process ${pid} of the inspection, ${megabytes(memory.pss)} PSS, ${megabytes(memory.rss)} RSS`)
    }
    const own = await memoryOf([side.server.pid])
    if (own) console.log(`${side.name}: the server, ${megabytes(own.pss)} PSS`)
  }
  for (let round = 0; round < rounds; round += 1) for (const side of sides) side.times.push(await upload(side))
  for (const { name, times } of sides) console.log(`${name}: p50 ${duration(quantile(times, 0.5))}, p95 ${duration(quantile(times, 0.95))}`)
  const [now, before] = sides.map(({ times }) => quantile(times, 0.5))
  if (now !== undefined && before !== undefined) console.log(`ratio ${(now / before).toFixed(2)} (target: at most 1.2)`)
} finally {
  for (const { server } of sides) await server[Symbol.asyncDispose]()
}
