import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isFull } from '#tests/fixtures/campaign.ts'
import { makeDataDir, makeFolder } from '#tests/fixtures/database.ts'
import { descendantsOf } from '#tests/fixtures/processes.ts'
import { freePort, variablesOfDatabase } from '#tests/fixtures/server.ts'

/** Long enough for the pauses of a busy machine. */
const seconds = 5

/** Blocks the event loop for ever on SIGUSR2: in JavaScript, or in native code. */
const blocking = (body: string) =>
  `--import=data:text/javascript,${encodeURIComponent(`import { execFileSync } from 'node:child_process'; process.on('SIGUSR2', function standStill() { ${body} })`)}`

/** Starts what `npm start` runs after the build, without the pages. */
async function startSupervised(stack: AsyncDisposableStack, body: string) {
  const database = await variablesOfDatabase()
  const [dataDir, port] = [await (database ? makeFolder() : makeDataDir()), await freePort()]
  stack.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    ROLES: 'api,worker',
    NODE_ENV: 'production',
    WATCHDOG_SECONDS: String(seconds),
    NODE_OPTIONS: blocking(body),
    ...database,
  }
  const shell = spawn('sh', ['scripts/serve.sh'], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(shell, 'spawn')
  const pid = Number(shell.pid)
  const ended = once(shell, 'close').then(([code]: unknown[]) => code)
  let output = ''
  shell.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  stack.defer(async () => {
    const left = descendantsOf(pid)
    shell.kill('SIGKILL')
    for (const process of left) kill(process.pid, 'SIGKILL')
    await ended
  })
  const serverOf = () => descendantsOf(pid)[0]?.pid
  return {
    kill: (signal: NodeJS.Signals) => shell.kill(signal),
    ended,
    reports: () => output.split('\n').filter((line) => line.includes('the event loop stood still')),
    /** Waits for a server that is another process than this one. */
    async readyAfter(last: number | undefined): Promise<number> {
      const isReady = () =>
        fetch(`http://127.0.0.1:${port}/api/v1/ready`).then(
          ({ ok }) => ok,
          () => false,
        )
      await expect.poll(async () => serverOf() !== last && (await isReady()), { interval: 200 }).toBe(true)
      return Number(serverOf())
    },
  }
}

function kill(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has just ended.
  }
}

/** The usual run blocks the loop without taking processor time. */
const blockers = [
  [
    'a loop without an end',
    'const cell = new Int32Array(new SharedArrayBuffer(4)); for (;;) Atomics.wait(cell, 0, 0, 10)',
    /"at standStill \([^"]*"/,
  ],
  ['a pattern that backtracks for ever', "/^(a+)+$/.test('a'.repeat(99) + 'b')", /"at standStill \([^"]*"/],
  // The child ends soon after the server.
  ['a call of native code', "execFileSync('sh', ['-c', 'while kill -0 $PPID; do sleep 1; done'])", /"at":\[\]/],
] as const

test.each(isFull ? blockers : blockers.slice(0, 1))(
  'a server whose event loop is blocked by %s reports the place, is started again, and ends by the signal to stop',
  async (_, body, place) => {
    await using stack = new AsyncDisposableStack()
    const server = await startSupervised(stack, body)
    const first = await server.readyAfter(undefined)
    kill(first, 'SIGUSR2')
    const second = await server.readyAfter(first)
    expect(second).not.toBe(first)
    const [line = ''] = server.reports()
    expect(JSON.parse(line)).toMatchObject({ level: 60, msg: `the event loop stood still for ${seconds} s: the process ends` })
    expect(line).toMatch(place)
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  },
)
