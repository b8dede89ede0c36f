/**
 * `node scripts/operations/check-proxies.ts` sends real traffic through Caddy and nginx with the examples of `deploy/`, whose host, ports and
 * certificate alone are replaced: a page, an event stream, an upload of 150 MB and parts of a file. Needs the build, `openssl`, and the
 * programs, on the path or by `CADDY_PATH` and `NGINX_PATH`.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { signUp } from '#tests/fixtures/api-client.ts'
import { makeFilm } from '#tests/fixtures/make-media.ts'
import { freePort, startServer } from '#tests/fixtures/server.ts'

const root = join(import.meta.dirname, '../..')
const uploadBytes = 150_000_000

await using stack = new AsyncDisposableStack()
const folder = await mkdtemp(join(tmpdir(), 'quartet-proxies-'))
stack.defer(() => rm(folder, { recursive: true, force: true }))
const port = await freePort()
stack.use(
  await startServer({
    built: true,
    port,
    env: { TRUST_PROXY: 'true', PUBLIC_URL: 'https://localhost', OLLAMA_URL: 'off', LOG_LEVEL: 'warn' },
  }),
)
const [certificate, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
// The certificate is the one made above.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'

/** Replaces parts of an example, each of which must be there. */
function adapt(path: string, replacements: Record<string, string>): string {
  let text = readFileSync(join(root, path), 'utf8')
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`${path} does not contain ${from}`)
    text = text.replaceAll(from, to)
  }
  return text
}

async function startCaddy(): Promise<string> {
  const own = await freePort()
  const config = join(folder, 'Caddyfile')
  const site = `https://localhost:${own}`
  const options = '{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n'
  writeFileSync(
    config,
    options + adapt('deploy/caddy/Caddyfile', { '{$DOMAIN} {': `${site} {\n\ttls ${certificate} ${key}`, 'web:3000': `127.0.0.1:${port}` }),
  )
  const child = spawn(process.env.CADDY_PATH ?? 'caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  stack.defer(async () => {
    child.kill()
    await once(child, 'exit')
  })
  return site
}

async function startNginx(): Promise<string> {
  const [own, plain] = [await freePort(), await freePort()]
  const site = adapt('deploy/nginx/quartet.conf', {
    'listen 443 ssl http2': `listen ${own} ssl http2`,
    'listen 80': `listen ${plain}`,
    'quartet.example.com;': 'localhost;',
    '/etc/letsencrypt/live/quartet.example.com/fullchain.pem': certificate,
    '/etc/letsencrypt/live/quartet.example.com/privkey.pem': key,
    '127.0.0.1:3000': `127.0.0.1:${port}`,
  })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ')
  const config = join(folder, 'nginx.conf')
  mkdirSync(join(folder, 'logs'))
  writeFileSync(
    config,
    `daemon off; pid ${join(folder, 'pid')}; error_log stderr warn; events {}\nhttp { access_log off; ${temporary}\n${site}\n}\n`,
  )
  const child = spawn(process.env.NGINX_PATH ?? 'nginx', ['-p', folder, '-c', config], { stdio: ['ignore', 'ignore', 'inherit'] })
  stack.defer(async () => {
    child.kill()
    await once(child, 'exit')
  })
  return `https://localhost:${own}`
}

async function untilAnswered(site: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await fetch(`${site}/api/v1/health`).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error(`${site} does not answer`)
}

function require(holds: boolean, claim: string): void {
  if (!holds) throw new Error(`failed: ${claim}`)
  console.log(`  ${claim}`)
}

/** Returns a film of this size: boxes of the type `free` are skipped by every reader. */
function makeLargeFilm(film: Uint8Array, bytes: number): Blob {
  const box = Buffer.alloc(bytes - film.length, 7)
  box.writeUInt32BE(box.length, 0)
  box.write('free', 4, 'latin1')
  return new Blob([new Uint8Array(film), box], { type: 'video/mp4' })
}

const film = await makeFilm()
const uploadSchema = v.object({ id: v.string(), url: v.string(), bytes: v.number() })

async function check(name: string, site: string): Promise<void> {
  console.log(name)
  await untilAnswered(site)
  const page = await fetch(`${site}/en/signin`)
  const html = await page.text()
  require(page.status === 200 && html.trimEnd().endsWith('</html>'), `a page is complete (${html.length} bytes)`)

  const person = await signUp(site)
  const authorization = `Bearer ${person.tokens.token}`
  const hangUp = new AbortController()
  const stream = await person.events({ signal: hangUp.signal })
  const { id } = await person.submit({ model: 'sketch-image', prompt: 'a lake', options: { size: '512' } })
  let seen = ''
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    seen += chunk
    if (seen.includes('"status":"succeeded"')) break
  }
  hangUp.abort()
  const states = [...seen.matchAll(/"status":"(\w+)"/g)].map(([, state]) => state)
  require(seen.includes(id) && states.includes('running'), 'an event stream reports a run while it is running, and its end')

  const form = new FormData()
  form.set('file', makeLargeFilm(film, uploadBytes), 'film.mp4')
  const started = performance.now()
  const uploaded = await fetch(`${site}/api/v1/uploads`, { method: 'POST', headers: { authorization }, body: form })
  const answer: unknown = await uploaded.json()
  require(uploaded.ok, `150 MB are uploaded (${uploaded.status}, ${((performance.now() - started) / 1_000).toFixed(1)} s)`)
  const { url, bytes } = v.parse(uploadSchema, answer)
  const part = await fetch(new URL(url, site), { headers: { range: `bytes=${bytes - 10}-${bytes - 1}` } })
  const content = new Uint8Array(await part.arrayBuffer())
  require(part.status === 206 && content.length === 10 && content.every((byte) => byte === 7), 'the end of it is read by Range')
  const whole = await fetch(new URL(url, site))
  require((await whole.arrayBuffer()).byteLength === uploadBytes, 'and the whole of it')

  const large = new FormData()
  large.set('file', makeLargeFilm(film, 215_000_000), 'film.mp4')
  const refused = await fetch(`${site}/api/v1/uploads`, { method: 'POST', headers: { authorization }, body: large }).then(
    (response) => response.status,
    () => 'cut',
  )
  require(refused === 413 || refused === 'cut', `215 MB are refused (${refused})`)
}

await check('Caddy', await startCaddy())
await check('nginx', await startNginx())
console.log('passed')
