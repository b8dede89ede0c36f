/**
 * Measures the memory of the built server by process: after its start, after use (40 images, 10 videos, 20 pages × 50 requests, 10 uploads)
 * and idle afterwards: `npm run bench:memory -- [--idle=120] [--rounds=1] [--variable=NAME=VALUE …]`. What grows with each round stays.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { grantTokens } from '#app/server/core/money/tokens/grant-tokens.ts'
import { openDatabase } from '#app/server/db/database.ts'
import { config } from '#config'
import { type Credentials, type Person, signIn, signUp } from '#tests/fixtures/api-client.ts'
import { type ServerProcess, startServer } from '#tests/fixtures/server.ts'
import { memoryOf } from './memory.ts'
import { megabytes } from './numbers.ts'

const { values } = parseArgs({
  options: {
    idle: { type: 'string', default: '120' },
    rounds: { type: 'string', default: '1' },
    variable: { type: 'string', multiple: true, default: [] },
  },
})
const variables = Object.fromEntries(values.variable.map((pair) => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)]))
const counts = { images: 40, videos: 10, pages: 50, uploads: 10 }
const pages =
  `/ /en /ru /signin /signup /legal/terms /legal/privacy /dashboard /dashboard/image /dashboard/video /dashboard/audio /dashboard/text
  /dashboard/library /profile/statistics /profile/tokens /profile/settings /profile/subscription /profile/security /ru/dashboard/image
  /robots.txt`.split(/\s+/)

async function show(what: string, { pid, children }: ServerProcess): Promise<void> {
  const own = await memoryOf([pid])
  const others = await Promise.all(children().map(async (child) => ({ ...child, memory: await memoryOf([child.pid]) })))
  const all = await memoryOf([pid, ...others.map((child) => child.pid)])
  const text = (memory: Awaited<ReturnType<typeof memoryOf>>) =>
    memory ? `${megabytes(memory.pss)} PSS, ${megabytes(memory.rss)} RSS` : 'unknown: no /proc here'
  console.log(`${what}: ${text(all)} (server ${text(own)}; ${others.map((child) => text(child.memory)).join('; ') || 'no other process'})`)
}

async function grant(dataDir: string, id: string): Promise<void> {
  const handle = await openDatabase({ dataDir })
  await handle.db.transaction((tx) => grantTokens(tx, { userId: id, source: 'grant', amount: 1_000_000, expiresAt: null, reason: null }))
  await handle.close()
}

async function use(server: ServerProcess, credentials: Credentials): Promise<void> {
  // On a busy machine all of it takes longer than an access token is valid.
  let person = await signIn(server.url, credentials)
  const finish = async (input: Parameters<Person['submit']>[0]) => {
    const { id } = await person.submit(input)
    await person.until(id, ['succeeded'], { timeoutMs: 600_000, everyMs: 100 })
  }
  for (let made = 0; made < counts.images; made += 1) {
    const formats = ['webp', 'png']
    await finish({ model: 'sketch-image', prompt: `mountain lake ${made}`, options: { format: formats[made % formats.length] ?? 'webp' } })
  }
  person = await signIn(server.url, credentials)
  for (let made = 0; made < counts.videos; made += 1)
    await finish({ model: 'sketch-video', prompt: `sunset over the sea ${made}`, options: { duration: 5, aspect: '16:9', sound: 'music' } })
  person = await signIn(server.url, credentials)
  const { token, refreshToken } = config.auth
  const cookie = `${token.cookieName}=${person.tokens.token}; ${refreshToken.cookieName}=${person.tokens.refreshToken}`
  for (let round = 0; round < counts.pages; round += 1)
    await Promise.all(
      pages.map(async (path) => {
        const answer = await fetch(server.url + path, { headers: { cookie, accept: 'text/html', 'accept-encoding': 'gzip' } })
        await answer.arrayBuffer()
      }),
    )
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const photo = await sharp({ create: { width: 4_032, height: 3_024, channels: 3, background: '#369', noise } })
    .jpeg()
    .toBuffer()
  for (let sent = 0; sent < counts.uploads; sent += 1) {
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(photo)]), 'photo.jpg')
    const headers = { authorization: `Bearer ${person.tokens.token}` }
    const answer = await fetch(`${server.url}/api/v1/uploads`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`an upload answered ${answer.status}`)
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'quartet-memory-'))
const start = () => startServer({ dataDir, built: true, optimizes: true, env: { OLLAMA_URL: 'off', LOG_LEVEL: 'error', ...variables } })
let server = await start()
try {
  const { id, email, password } = await signUp(server.url)
  await server.kill('SIGTERM')
  await grant(dataDir, id)
  server = await start()
  await show('After the start', server)
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    await use(server, { email, password })
    await show(`After use ${round}`, server)
    for (let second = 0; second < Number(values.idle); second += 30) {
      await sleep(30_000)
      await show(`Idle for ${second + 30} s`, server)
    }
  }
} finally {
  await server[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true, force: true })
}
