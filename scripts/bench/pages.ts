/**
 * Measures the server's cost of a page: processor time of all threads per request, requests per second, bytes, elements and statements.
 * `npm run bench:pages -- [--postgres=<url>] [--profile=<folder>] [--requests=200] [--root=<checkout with a build>]`
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '#app/server/db/database.ts'
import { openDiskStorage } from '#app/server/storage/storage.ts'
import { config } from '#config'
import { createUser } from '#tests/factories/users.ts'
import { signIn } from '#tests/fixtures/api-client.ts'
import { startServer } from '#tests/fixtures/server.ts'
import { fillLibrary } from './library-fill.ts'
import { processorTime } from './memory.ts'

const option = (name: string) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
const requests = Number(option('requests') ?? 200)
const postgres = option('postgres')
const profile = option('profile')
const credentials = { email: 'bench@example.com', password: 'velvet anchor biscuit orbit' }

const dataDir = await mkdtemp(join(tmpdir(), 'quartet-bench-pages-'))
try {
  const handle = await openDatabase({ dataDir, ...(postgres && { url: postgres }) })
  try {
    const storage = await openDiskStorage(join(dataDir, 'files'))
    const { id } = await createUser(handle, { ...credentials, tokens: 10_000 })
    await fillLibrary(handle.db, { storage, userId: id, count: 40 })
    await handle.db.execute('analyze')
  } finally {
    await handle.close()
  }
  const statementsFile = join(dataDir, 'statements')
  const preload = fileURLToPath(new URL('../../tests/fixtures/count-statements.mjs', import.meta.url))
  const options = (counts: boolean) => ({
    built: true,
    optimizes: true,
    dataDir,
    ...(option('root') && { root: option('root') }),
    env: {
      LOG_LEVEL: 'warn',
      ...(postgres && { DATABASE_URL: postgres }),
      ...(counts && { STATEMENTS_FILE: statementsFile, NODE_OPTIONS: `--import ${preload}` }),
      ...(profile && !counts && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profile}` }),
    },
  })
  const pages = ['/dashboard', '/dashboard/image']
  const counted: Record<string, string[]> = {}
  {
    await using server = await startServer(options(true))
    const { tokens } = await signIn(server.url, credentials)
    for (const page of pages) {
      for (let i = 0; i < 3; i += 1) await read(server.url + page, tokens)
      const before = (await readFile(statementsFile, 'utf8')).length
      await read(server.url + page, tokens)
      counted[page] = (await readFile(statementsFile, 'utf8'))
        .slice(before)
        .split('\n')
        .filter((line) => line && !line.includes('pgboss'))
    }
    await server.kill('SIGTERM')
  }
  await using server = await startServer(options(false))
  const { tokens } = await signIn(server.url, credentials)
  for (const page of pages) {
    for (const encoding of ['identity', 'gzip']) {
      const url = server.url + page
      for (let i = 0; i < requests; i += 1) await read(url, tokens, encoding)
      const cpu = (await processorTime(server.pid)) ?? Number.NaN
      const startedAt = performance.now()
      let html = ''
      for (let i = 0; i < requests; i += 1) html = await read(url, tokens, encoding)
      const spent = ((await processorTime(server.pid)) ?? Number.NaN) - cpu
      const elements = html.slice(html.indexOf('<body')).match(/<[a-z]/g)?.length
      console.log(
        `${page} ${encoding}: ${(spent / requests).toFixed(1)} ms CPU, ${((performance.now() - startedAt) / requests).toFixed(1)} ms each, ${Buffer.byteLength(html)} bytes, ${elements} elements, ${counted[page]?.length} statements`,
      )
    }
    if (process.argv.includes('--statements')) console.log(counted[page]?.join('\n'))
  }
  if (profile) await server.kill('SIGTERM')
} finally {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
}

async function read(url: string, { token, refreshToken }: { token: string; refreshToken: string }, encoding = 'identity') {
  const names = config.auth
  const answer = await fetch(url, {
    redirect: 'manual',
    headers: {
      accept: 'text/html',
      'accept-language': 'en',
      'accept-encoding': encoding,
      cookie: `${names.token.cookieName}=${token}; ${names.refreshToken.cookieName}=${refreshToken}`,
    },
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
  return text
}
