import { createHash, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { generationSchema } from '#app/contract/runs/generations.ts'
import { decisionsSchema, operatorReportPageSchema } from '#app/contract/operator/reports.ts'
import { sharedResultSchema, shareAnswerSchema, shareSchema } from '#app/contract/library/shares.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { type Script, scriptedProvider, succeeds } from '#tests/fakes/scripted-provider.ts'
import { makeCompressedSound, makeFilm, makeSound } from '#tests/fixtures/make-media.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { withoutRequestId } from '#tests/fixtures/without-request-id.ts'
import { errorBody, errorCode, read } from '#tests/fixtures/read-response.ts'
import { config } from '#config'
import { checkOldLinks } from '#app/server/core/library/shares/remove-places.ts'
import { mailDecisions } from '#app/server/core/operation/operators/reports.ts'
import { uriOf } from '#app/server/inspection/marks/source-type.ts'
import { files } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { shares } from '#app/server/db/schema/library.ts'
import { operatorActs } from '#app/server/db/schema/operator-acts.ts'
import { reports } from '#app/server/db/schema/reports.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Mail } from '#app/server/mail/mailer.ts'
import type { Storage } from '#app/server/storage/storage.ts'
import { createApi } from '../../api.ts'

const provider = scriptedProvider()
const mails: Mail[] = []
const desk = 'desk@example.com'
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let api: ReturnType<typeof createApi>
beforeAll(async () => {
  runtime = await openTestRuntime({
    provider,
    work: true,
    env: { OPERATOR_EMAIL: desk },
    mailer: { send: async (mail) => void mails.push(mail) },
  })
  api = createApi(runtime)
})
afterAll(() => runtime[Symbol.asyncDispose]())
beforeEach(() => {
  provider.script = succeeds
})

const prompt = 'a secret lake behind the seventh mountain'
const tags = { title: prompt, comment: prompt }

type Call = { json?: unknown; form?: FormData; headers?: Record<string, string>; address?: string }
function send(method: string, path: string, { json, form, headers, address = '127.0.0.1' }: Call = {}) {
  return api.fetch(
    new Request(`http://localhost/api${path}`, {
      method,
      headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
      body: form ?? (json === undefined ? null : JSON.stringify(json)),
    }),
    { clientAddress: address },
  )
}

async function person() {
  const user = await createUser(runtime, { tokens: 100 })
  const { token } = await createSession(runtime, runtime.keys, user)
  const call = (method: string, path: string, options: Call = {}) =>
    send(method, path, { ...options, headers: { authorization: `Bearer ${token}`, ...options.headers } })
  return {
    ...user,
    call,
    async make(model = 'image-10') {
      const { id } = await read(generationSchema, call('POST', '/v1/generations', { json: { model, prompt } }))
      await expect.poll(async () => (await read(generationSchema, call('GET', `/v1/generations/${id}`))).status).toBe('succeeded')
      return id
    },
    share: (id: string, json: object = {}) => read(shareSchema, call('POST', `/v1/generations/${id}/share`, { json })),
  }
}

const open = (path: string, headers: Record<string, string> = {}) => send('GET', path, { headers })
/** Requests the path and ignores the body. */
async function statusOf(path: string, headers: Record<string, string> = {}) {
  const { status, body } = await open(path, headers)
  await body?.cancel()
  return status
}
const openFile = (url: string, headers: Record<string, string> = {}) => open(url.replace('/api', ''), headers)

/** A provider whose result is one file with these bytes. */
function makes(mediaType: string, bytes: Uint8Array): Script {
  return async ({ generationId }) => {
    const path = join(runtime.scratchDir, `${generationId}.bin`)
    const poster = join(runtime.scratchDir, `${generationId}-poster.webp`)
    await writeFile(path, bytes)
    await writeFile(
      poster,
      await sharp({ create: { width: 8, height: 8, channels: 3, background: '#369' } })
        .webp()
        .toBuffer(),
    )
    const still = { path: poster, mediaType: 'image/webp', width: 8, height: 8 }
    return { text: null, files: [{ path, mediaType, width: 64, height: 48, durationMs: 500, peaks: null, poster: still, thumbnail: null }] }
  }
}

const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description>${prompt}</dc:description></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`
const picture = (format: 'png' | 'jpeg' | 'webp' | 'avif') =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#369' } })
    .withXmp(xmp)
    .withExif({ IFD0: { ImageDescription: prompt } })
    .toFormat(format)
    .toBuffer()

/** A photo with the place where it was taken. */
const photo = (format: 'png' | 'jpeg' | 'webp' | 'avif') =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#369' } })
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '55/1 45/1 21/1', GPSDateStamp: '2026:11:28' } })
    .toFormat(format)
    .toBuffer()

/** A WAV file with a chunk of text after its sound. */
function taggedSound(): Buffer {
  const sound = makeSound()
  const words = Buffer.from(prompt.length % 2 ? `${prompt} ` : prompt)
  const item = Buffer.concat([Buffer.from('ICMT'), uint32(words.length), words])
  const list = Buffer.concat([Buffer.from('LIST'), uint32(item.length + 4), Buffer.from('INFO'), item])
  const all = Buffer.concat([sound, list])
  all.writeUInt32LE(all.length - 8, 4)
  return all
}
function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const mp3 = () => readFile(new URL('../../../../../public/samples/speech-en.mp3', import.meta.url))

describe('a link', () => {
  test('a link is created, changed at the same address and revoked; the work shows whether it has one', async () => {
    const ann = await person()
    const id = await ann.make('text-1')
    const shared = async () => (await read(generationSchema, ann.call('GET', `/v1/generations/${id}`))).shared
    expect(await read(shareAnswerSchema, ann.call('GET', `/v1/generations/${id}/share`))).toEqual({ share: null })
    expect(await shared()).toBe(false)

    const first = await ann.share(id)
    expect(first).toMatchObject({ generation_id: id, show_prompt: false, expires_at: null })
    expect(first.token).toMatch(/^[\w-]{22}$/)
    expect(await shared()).toBe(true)
    const expires_at = new Date(Date.now() + 60_000).toISOString()
    const changed = await ann.share(id, { show_prompt: true, expires_at })
    expect(changed).toMatchObject({ token: first.token, show_prompt: true, expires_at })
    expect(await read(shareAnswerSchema, ann.call('GET', `/v1/generations/${id}/share`))).toEqual({ share: changed })

    expect((await ann.call('DELETE', `/v1/generations/${id}/share`)).status).toBe(204)
    expect((await ann.call('DELETE', `/v1/generations/${id}/share`)).status).toBe(204)
    expect(await shared()).toBe(false)
    expect((await open(`/v1/shares/${first.token}`)).status).toBe(404)
    expect((await ann.share(id)).token).not.toBe(first.token)
  })

  test('only its owner can create, read and delete a link', async () => {
    const [ann, eve] = [await person(), await person()]
    const id = await ann.make('text-1')
    const { token } = await ann.share(id)
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect((await eve.call(method, `/v1/generations/${id}/share`, method === 'POST' ? { json: {} } : {})).status).toBe(404)
      expect((await send(method, `/v1/generations/${id}/share`, method === 'POST' ? { json: {} } : {})).status).toBe(401)
    }
    expect((await open(`/v1/shares/${token}`)).status).toBe(200)
  })

  test('a link cannot expire in the past and needs a result', async () => {
    const ann = await person()
    const id = await ann.make('text-1')
    const past = await ann.call('POST', `/v1/generations/${id}/share`, { json: { expires_at: new Date(Date.now() - 1000).toISOString() } })
    expect((await errorBody(past)).fields).toMatchObject({ expires_at: { code: 'too_small' } })
    await runtime.db.update(generations).set({ status: 'failed' }).where(eq(generations.id, id))
    expect((await ann.call('POST', `/v1/generations/${id}/share`, { json: {} })).status).toBe(404)
  })

  test('a link that has ended stays dead when a new one is created', async () => {
    const ann = await person()
    const id = await ann.make('text-1')
    const { token } = await ann.share(id)
    await runtime.db
      .update(shares)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(shares.generationId, id))
    expect(await read(shareAnswerSchema, ann.call('GET', `/v1/generations/${id}/share`))).toEqual({ share: null })
    expect((await ann.share(id)).token).not.toBe(token)
    expect((await open(`/v1/shares/${token}`)).status).toBe(404)
  })
})

describe('everybody who has the link', () => {
  test('a result is labeled as made by AI unless its model is built in', async () => {
    const ann = await person()
    const id = await ann.make('text-1')
    const { token } = await ann.share(id)
    const isLabeled = async () => (await read(sharedResultSchema, open(`/v1/shares/${token}`))).ai
    expect(await isLabeled()).toBe(false)
    await runtime.db.update(generations).set({ model: 'service/no-longer-here' }).where(eq(generations.id, id))
    expect(await isLabeled()).toBe(true)
  })

  test('everybody who has the link sees the result, and the prompt where it is shown', async () => {
    const ann = await person()
    provider.script = makes('image/webp', await picture('webp'))
    const id = await ann.make()
    const { token } = await ann.share(id, { show_prompt: true })
    const result = await read(sharedResultSchema, open(`/v1/shares/${token}`))
    expect(result).toMatchObject({ type: 'image', prompt, title: null, model: 'image-10', locale: 'en' })
    expect(result.files).toMatchObject([{ url: `/api/v1/shares/${token}/files/0`, media_type: 'image/webp', width: 64 }])
    const file = await openFile(result.files[0]?.url ?? '')
    expect(file.headers.get('content-disposition')).toContain('a-secret-lake')
    expect((await file.arrayBuffer()).byteLength).toBe(result.files[0]?.bytes)
  })

  test('a link shows the sources of an answer, and its reasoning only if the owner chose that', async () => {
    const ann = await person()
    const safe = { url: 'https://birds.example/herons', title: 'Herons' }
    provider.script = async () => ({ text: 'A heron.', thinking: `They ask for ${prompt}`, files: [], sources: [safe] })
    const id = await ann.make('text-1')
    // An address that is no link must not become one, even if it is in the row.
    await runtime.db
      .update(generations)
      .set({ sources: [safe, { url: 'javascript:alert(1)', title: 'Click me' }] })
      .where(eq(generations.id, id))
    const { token } = await ann.share(id)
    const shown = () => read(sharedResultSchema, open(`/v1/shares/${token}`))
    expect(await shown()).toMatchObject({ text: 'A heron.', sources: [safe], thinking: null, thinking_ms: null })
    expect(await ann.share(id, { show_thinking: true })).toMatchObject({ token, show_prompt: false, show_thinking: true })
    expect(await shown()).toMatchObject({ prompt: null, thinking: `They ask for ${prompt}` })
    await ann.share(id, { show_prompt: true })
    expect(await shown()).toMatchObject({ prompt, thinking: null })
  })

  test('everybody who has the link gets the same whether signed in or not', async () => {
    const [ann, eve] = [await person(), await person()]
    const { token } = await ann.share(await ann.make('text-1'))
    const [asOwner, asOther, asNobody] = await Promise.all(
      [ann.call('GET', `/v1/shares/${token}`), eve.call('GET', `/v1/shares/${token}`), open(`/v1/shares/${token}`)].map(async (answer) =>
        (await answer).text(),
      ),
    )
    expect(asOwner).toBe(asNobody)
    expect(asOther).toBe(asNobody)
  })

  test('a link reveals nothing of the owner, the price, other ids or a hidden prompt', async () => {
    const ann = await person()
    provider.script = makes('image/png', await picture('png'))
    const id = await ann.make()
    const { token } = await ann.share(id)
    const rows = await runtime.db.select({ id: files.id }).from(files).where(eq(files.generationId, id))
    const json = await (await open(`/v1/shares/${token}`)).text()
    for (const secret of [prompt, 'secret', ann.email, ann.id, id, ...rows.map((row) => row.id), 'price', 'charged', 'receipt'])
      expect(json, secret).not.toContain(secret)
  })

  test.each([
    ['image/png', () => picture('png')],
    ['image/jpeg', () => picture('jpeg')],
    ['image/webp', () => picture('webp')],
    ['image/avif', () => picture('avif')],
    ['video/mp4', () => makeFilm(64, 48, { tags: { ...tags, raw: { '©lyr': prompt } } })],
    ['video/webm', () => makeFilm(64, 48, { format: 'webm', tags })],
    ['audio/wav', async () => taggedSound()],
    ['audio/ogg', () => makeCompressedSound('ogg', tags)],
    ['audio/mp4', () => makeCompressedSound('m4a', tags)],
    ['audio/flac', () => makeCompressedSound('flac', tags)],
    ['audio/mpeg', () => mp3().then(withId3)],
  ] as const)('a link serves a %s that does not carry the hidden prompt, and plays as before', async (mediaType, make) => {
    const ann = await person()
    const bytes = await make()
    expect(holds(bytes, prompt)).toBe(true)
    provider.script = makes(mediaType, bytes)
    const id = await ann.make()
    const { token } = await ann.share(id)
    const result = await read(sharedResultSchema, open(`/v1/shares/${token}`))
    const answer = await openFile(result.files[0]?.url ?? '')
    const clean = new Uint8Array(await answer.arrayBuffer())
    expect(answer.headers.get('content-type')).toBe(mediaType)
    expect(answer.headers.get('content-disposition')).not.toContain('lake')
    expect(clean.byteLength).toBe(result.files[0]?.bytes)
    for (const encoding of ['utf8', 'utf16le'] as const) expect(holds(clean, prompt, encoding)).toBe(false)
    expect(holds(clean, 'seventh mountain')).toBe(false)

    if (mediaType.startsWith('image/')) {
      const { info } = await sharp(clean).toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([64, 48])
      const { xmp: packet, exif } = await sharp(clean).metadata()
      expect([packet, exif]).toEqual([undefined, undefined])
    } else {
      expect(await packetsOf(clean)).toEqual(await packetsOf(bytes))
    }
    // With the prompt shown again, the link serves the original file.
    await ann.share(id, { show_prompt: true })
    expect(holds(new Uint8Array(await (await openFile(result.files[0]?.url ?? '')).arrayBuffer()), prompt)).toBe(true)
  })

  test.each([
    ['image/png', () => photo('png')],
    ['image/jpeg', () => photo('jpeg')],
    ['image/webp', () => photo('webp')],
    ['image/avif', () => photo('avif')],
    ['video/mp4', () => makeFilm(64, 48, { tags: { raw: { '\xa9xyz': '+55.7558+037.6173/' } } })],
    ['video/webm', () => makeFilm(64, 48, { format: 'webm', tags: { raw: { LOCATION: '+55.7558+037.6173/' } } })],
    ['audio/ogg', () => makeCompressedSound('ogg', { raw: { LOCATION: '+55.7558+037.6173/' } })],
  ] as const)('a link serves a %s without the place in its metadata, whether the prompt is shown or not', async (mediaType, make) => {
    const ann = await person()
    provider.script = makes(mediaType, await make())
    const id = await ann.make()
    for (const show_prompt of [true, false]) {
      const { token } = await ann.share(id, { show_prompt })
      const [file] = (await read(sharedResultSchema, open(`/v1/shares/${token}`))).files
      const shared = new Uint8Array(await (await openFile(file?.url ?? '')).arrayBuffer())
      expect(shared.byteLength).toBe(file?.bytes)
      expect(holds(shared, '55.7558')).toBe(false)
      if (mediaType.startsWith('image/')) expect((await sharp(shared).metadata()).exif).toBeUndefined()
    }
  })

  test('a link does not serve a file whose prompt cannot be removed; the owner sees an error at the switch', async () => {
    const ann = await person()
    provider.script = makes('video/quicktime', new TextEncoder().encode(prompt))
    const id = await ann.make()
    const refused = await ann.call('POST', `/v1/generations/${id}/share`, { json: { show_prompt: false } })
    expect(refused.status).toBe(422)
    expect((await errorBody(refused)).fields).toMatchObject({ show_prompt: { code: 'prompt_in_file' } })
    expect((await ann.share(id, { show_prompt: true })).show_prompt).toBe(true)
    expect((await ann.call('POST', `/v1/generations/${id}/share`, { json: { show_prompt: false } })).status).toBe(422)
  })

  test('a link serves no subtitles while the prompt is hidden, because they repeat it', async () => {
    const ann = await person()
    const inner = makes('video/mp4', await makeFilm())
    provider.script = async (request, context) => {
      const made = await inner(request, context)
      const path = join(runtime.scratchDir, `${request.generationId}.vtt`)
      await writeFile(path, `WEBVTT\n\n00:00.000 --> 00:00.400\n${prompt}\n`)
      const captions = {
        path,
        mediaType: 'text/vtt',
        width: null,
        height: null,
        durationMs: null,
        peaks: null,
        poster: null,
        thumbnail: null,
      }
      return { ...made, files: [...made.files, captions] }
    }
    const id = await ann.make()
    const { token } = await ann.share(id, { show_prompt: true })
    const typesOf = async () => (await read(sharedResultSchema, open(`/v1/shares/${token}`))).files.map(({ media_type }) => media_type)
    expect(await typesOf()).toEqual(['video/mp4', 'text/vtt'])
    expect(await (await open(`/v1/shares/${token}/files/1`)).text()).toContain(prompt)
    await ann.share(id, { show_prompt: false })
    expect(await typesOf()).toEqual(['video/mp4'])
    expect((await open(`/v1/shares/${token}/files/1`)).status).toBe(404)
  })

  test('a link serves files in ranges, they are revalidated each time, and cannot run as pages', async () => {
    const ann = await person()
    provider.script = makes('image/png', await picture('png'))
    const id = await ann.make()
    const { token } = await ann.share(id)
    const url = `/v1/shares/${token}/files/0`
    const whole = await open(url)
    const etag = whole.headers.get('etag') ?? ''
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'accept-ranges': 'bytes',
    })
    const part = await open(url, { range: 'bytes=0-9' })
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10])
    expect((await open(url, { 'if-none-match': etag })).status).toBe(304)
    const saved = await open(`${url}?download=1`)
    const poster = await open(`${url}/poster`)
    await Promise.all([whole, saved, poster].map(({ body }) => body?.cancel()))
    expect(saved.headers.get('content-disposition')).toBe('attachment; filename="quartet.png"')
    expect(poster.headers.get('content-type')).toBe('image/webp')

    await ann.call('DELETE', `/v1/generations/${id}/share`)
    expect((await open(url, { 'if-none-match': etag })).status).toBe(404)
  })

  test.each(['1', '-1', '00x', '9999', '..'])('a link serves nothing at the place %s', async (place) => {
    const ann = await person()
    provider.script = makes('image/png', await picture('png'))
    const { token } = await ann.share(await ann.make())
    expect((await open(`/v1/shares/${token}/files/${place}`)).status).toBe(404)
  })
})

describe('a dead link', () => {
  const ways: Record<string, (id: string, owner: Awaited<ReturnType<typeof person>>) => unknown> = {
    'once it is taken back': (id, owner) => owner.call('DELETE', `/v1/generations/${id}/share`),
    'after its end': (id) =>
      runtime.db
        .update(shares)
        .set({ expiresAt: sql`now() - interval '1 second'` })
        .where(eq(shares.generationId, id)),
    'while the work is in the trash': (id, owner) => owner.call('DELETE', `/v1/generations/${id}`),
    'when the work is gone for good': (id) =>
      runtime.db
        .update(generations)
        .set({ deletedAt: sql`now()`, purgedAt: sql`now()` })
        .where(eq(generations.id, id)),
  }
  test.each(Object.keys(ways))('%s, and the answer is that of a link that never existed', async (way) => {
    const ann = await person()
    provider.script = makes('image/png', await picture('png'))
    const id = await ann.make()
    const { token } = await ann.share(id)
    const paths = (one: string) => [`/v1/shares/${one}`, `/v1/shares/${one}/files/0`, `/v1/shares/${one}/files/0/poster`]
    for (const path of paths(token)) expect(await statusOf(path)).toBe(200)
    await ways[way]?.(id, ann)
    const answers = async (one: string) =>
      Promise.all(
        paths(one).map(async (path) => {
          const answer = await open(path)
          return [answer.status, withoutRequestId(await answer.text()), [...answer.headers].filter(([name]) => name !== 'x-request-id')]
        }),
      )
    expect(await answers(token)).toEqual(await answers('A'.repeat(22)))
  })

  test('guessing many tokens is limited, while a valid link keeps working', async () => {
    const ann = await person()
    const { token } = await ann.share(await ann.make('text-1'))
    const from = { address: '203.0.113.9' }
    const statuses = await Promise.all(Array.from({ length: 120 }, (_, index) => send('GET', `/v1/shares/guess-${index}`, from)))
    expect(statuses.filter(({ status }) => status === 404)).toHaveLength(100)
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(20)
    expect((await send('GET', `/v1/shares/${token}`, from)).status).toBe(200)
  })
})

describe('the mark that AI made a file', () => {
  const uri = uriOf('trainedAlgorithmicMedia')
  const everything = async (url: string) => {
    const answer = await openFile(url)
    return { bytes: Buffer.from(await answer.arrayBuffer()), etag: answer.headers.get('etag') }
  }
  beforeEach(() => {
    delete provider.builtIn
    return () => {
      provider.builtIn = true
      Object.assign(config.generations, { markAi: true })
    }
  })

  async function isMarkedEverywhere(mediaType: string, bytes: Uint8Array) {
    const ann = await person()
    provider.script = makes(mediaType, bytes)
    const id = await ann.make()
    const [own] = (await read(generationSchema, ann.call('GET', `/v1/generations/${id}`))).files
    const stored = await everything(own?.url ?? '')
    expect(holds(stored.bytes, uri)).toBe(true)
    expect([stored.bytes.length, stored.etag]).toEqual([own?.bytes, `"${createHash('sha256').update(stored.bytes).digest('hex')}"`])
    expect(holds((await everything(own?.poster_url ?? '')).bytes, uri)).toBe(true)

    for (const show_prompt of [true, false]) {
      const { token } = await ann.share(id, { show_prompt })
      const file = await everything(`/api/v1/shares/${token}/files/0`)
      expect([holds(file.bytes, uri), holds(file.bytes, prompt)]).toEqual([true, show_prompt])
    }
  }

  test.each([
    ['image/png', () => picture('png')],
    ['video/mp4', () => makeFilm(64, 48, { tags })],
  ] as const)(
    'a %s of a connected model has the mark for its owner, and for everybody with or without the prompt',
    async (mediaType, make) => {
      await isMarkedEverywhere(mediaType, await make())
    },
  )

  test.each([
    ['image/jpeg', () => picture('jpeg')],
    ['image/webp', () => picture('webp')],
    ['image/avif', () => picture('avif')],
    ['video/webm', () => makeFilm(64, 48, { format: 'webm', tags })],
    ['audio/wav', async () => taggedSound()],
    ['audio/ogg', () => makeCompressedSound('ogg', tags)],
    ['audio/flac', () => makeCompressedSound('flac', tags)],
    ['audio/mpeg', () => mp3().then(withId3)],
  ] as const)('a %s of a connected model has the mark in all these places too', { tags: 'full' }, async (mediaType, make) => {
    await isMarkedEverywhere(mediaType, await make())
  })

  test('the files of the built-in engine, and all files if the operator says so, are stored as they came', async () => {
    const ann = await person()
    const original = await picture('png')
    provider.script = makes('image/png', original)
    const stored = async () => {
      const [file] = (await read(generationSchema, ann.call('GET', `/v1/generations/${await ann.make()}`))).files
      return (await everything(file?.url ?? '')).bytes
    }
    expect((await stored()).equals(original)).toBe(false)
    Object.assign(config.generations, { markAi: false })
    expect((await stored()).equals(original)).toBe(true)
    Object.assign(config.generations, { markAi: true })
    provider.builtIn = true
    expect((await stored()).equals(original)).toBe(true)
  })
})

test('the copies without the prompt are deleted with the work', async () => {
  const ann = await person()
  provider.script = makes('image/png', await picture('png'))
  const id = await ann.make()
  await ann.share(id)
  const keys = (await runtime.db.select({ key: files.storageKey }).from(files).where(eq(files.generationId, id))).map(({ key }) => key)
  expect(keys.some((key) => key.endsWith('-clean'))).toBe(true)
  await ann.call('DELETE', `/v1/generations/${id}`)
  await ann.call('POST', '/v1/library/bulk', { json: { ids: [id], action: 'purge' } })
  await expect.poll(() => runtime.db.$count(files, eq(files.generationId, id))).toBe(0)
  for (const key of keys) await expect(runtime.storage.read(key)).rejects.toThrow('not_found')
})

describe('links of an older release, whose files may name a place', () => {
  const place = '55.7558'
  const film = () => makeFilm(64, 48, { tags: { raw: { '\xa9xyz': '+55.7558+037.6173/' } } })
  const logger = pino({ level: 'silent' })
  const copiesOf = async (id: string) =>
    (await runtime.db.select({ key: files.storageKey }).from(files).where(eq(files.generationId, id))).filter(({ key }) =>
      key.endsWith('-placeless'),
    ).length
  const stateOf = async (id: string) =>
    (await runtime.db.select({ state: shares.placesRemoved }).from(shares).where(eq(shares.generationId, id)))[0]?.state
  const serve = (token: string) => open(`/v1/shares/${token}/files/0`)
  const bytesOf = async (token: string) => new Uint8Array(await (await serve(token)).arrayBuffer())

  /** A link as the older release inserted it. */
  async function oldLink(mediaType: string, bytes: Uint8Array) {
    const ann = await person()
    provider.script = makes(mediaType, bytes)
    const id = await ann.make()
    const token = randomBytes(16).toString('base64url')
    await runtime.db.execute(
      sql`insert into shares (token, generation_id, user_id, show_prompt, show_thinking) values (${token}, ${id}, ${ann.id}, true, false)`,
    )
    return { ann, id, token }
  }

  test('a sweep removes the places once, and leaves links with a hidden prompt alone', async () => {
    const { ann, id, token } = await oldLink('video/mp4', await film())
    const hidden = await ann.make()
    await ann.share(hidden)
    expect(await checkOldLinks(runtime.db, { storage: runtime.storage, logger })).toBe(1)
    expect([await stateOf(id), await stateOf(hidden), await copiesOf(id)]).toEqual([true, null, 1])
    expect(holds(await bytesOf(token), place)).toBe(false)
    const [own] = (await read(generationSchema, ann.call('GET', `/v1/generations/${id}`))).files
    expect(holds(new Uint8Array(await (await openFile(own?.url ?? '')).arrayBuffer()), place)).toBe(true)
    expect(await checkOldLinks(runtime.db, { storage: runtime.storage, logger })).toBe(0)
  })

  test('a sweep that is killed before it records a copy is repeated by the next', async () => {
    const [first, second] = [await oldLink('video/mp4', await film()), await oldLink('image/jpeg', await photo('jpeg'))]
    let stored = 0
    const storage: Storage = {
      ...runtime.storage,
      async putFile(key, path) {
        stored += 1
        const size = await runtime.storage.putFile(key, path)
        if (stored === 2) throw new Error('killed')
        return size
      },
    }
    expect(await checkOldLinks(runtime.db, { storage, logger })).toBe(1)
    expect([await stateOf(first.id), await stateOf(second.id)].toSorted()).toEqual([null, true])
    expect(await checkOldLinks(runtime.db, { storage: runtime.storage, logger })).toBe(1)
    for (const { id, token } of [first, second]) {
      expect([await stateOf(id), await copiesOf(id)]).toEqual([true, 1])
      expect(holds(await bytesOf(token), place)).toBe(false)
    }
    expect((await sharp(await bytesOf(second.token)).metadata()).exif).toBeUndefined()
  })

  test('visitors who come before the sweep get the file without the place', async () => {
    const { id, token } = await oldLink('video/mp4', await film())
    for (const shared of await Promise.all([bytesOf(token), bytesOf(token), bytesOf(token)])) expect(holds(shared, place)).toBe(false)
    expect([await stateOf(id), await copiesOf(id)]).toEqual([true, 1])
  })

  test('a place that cannot be removed is not served', async () => {
    const { ann, id, token } = await oldLink('video/quicktime', Buffer.from('com.apple.quicktime.location.ISO6709 +55.7558+037.6173/'))
    expect(await checkOldLinks(runtime.db, { storage: runtime.storage, logger })).toBe(1)
    expect([await stateOf(id), (await serve(token)).status]).toEqual([false, 404])
    expect(await checkOldLinks(runtime.db, { storage: runtime.storage, logger })).toBe(0)
    expect((await ann.call('POST', `/v1/generations/${id}/share`, { json: { show_prompt: true } })).status).toBe(422)
  })
})

const holds = (bytes: Uint8Array, words: string, encoding: BufferEncoding = 'utf8') =>
  Buffer.from(bytes).includes(Buffer.from(words, encoding))

/** The packets of each track with their sizes; equal packets mean equal pictures and sounds. */
async function packetsOf(bytes: Uint8Array): Promise<{ type: string; packets: number }[]> {
  using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  const tracks = await input.getTracks()
  return await Promise.all(
    tracks.map(async (track) => {
      const { packetCount } = await track.computePacketStats()
      return { type: track.type, packets: packetCount }
    }),
  )
}

/** An MP3 with a comment before the sound, as players write it. */
function withId3(mp3: Buffer): Buffer {
  const text = Buffer.concat([Buffer.from([3]), Buffer.from(prompt)])
  const frame = Buffer.concat([Buffer.from('TIT2'), Buffer.from([0, 0, 0, text.length, 0, 0]), text])
  return Buffer.concat([Buffer.from('ID3'), Buffer.from([4, 0, 0, 0, 0, 0, frame.length]), frame, mp3])
}

describe('reports', () => {
  const report = (token: string, json: object, address?: string) =>
    send('POST', `/v1/shares/${token}/report`, { json, ...(address && { address }) })
  async function operator() {
    const owner = await person()
    await runtime.db.update(users).set({ role: 'operator' }).where(eq(users.id, owner.id))
    const list = (state: string) => read(operatorReportPageSchema, owner.call('GET', `/v1/operator/reports?state=${state}`))
    const decide = (id: string, decision: string) =>
      owner.call('POST', `/v1/operator/reports/${id}/decide`, { json: { decision, reason: 'against the rules' } })
    return { ...owner, list, decide }
  }
  const upload = (by: Awaited<ReturnType<typeof person>>, bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    form.set('file', new Blob([bytes]))
    return by.call('POST', '/v1/uploads', { form })
  }

  test('a visitor reports a shared result, an operator takes it down, and the same bytes are refused until it is allowed again', async () => {
    const [ann, bob, staff] = [await person(), await person(), await operator()]
    const bytes = new Uint8Array(await picture('png'))
    provider.script = makes('image/png', bytes)
    const [id, twin] = [await ann.make(), await bob.make()]
    const [{ token }, other] = [await ann.share(id, { show_prompt: true }), await bob.share(twin, { show_prompt: true })]
    const copy = new Uint8Array(
      await (await openFile((await read(sharedResultSchema, open(`/v1/shares/${token}`))).files[0]?.url ?? '')).arrayBuffer(),
    )
    expect((await report(token, { reason: 'copyright', text: ' My photo. ' })).status).toBe(204)
    expect((await report(token, { reason: 'copyright', text: 'Mine, too.' })).status).toBe(204)
    expect((await report(token, { reason: 'other' })).status).toBe(204)
    const { items } = await staff.list('open')
    // One row for the result, with all of its reports.
    expect(items).toMatchObject([
      {
        reason: 'other',
        reports: 3,
        reasons: [
          { reason: 'copyright', reports: 2 },
          { reason: 'other', reports: 1 },
        ],
        texts: ['Mine, too.', 'My photo.'],
        token,
        person: { id: ann.id },
        work: { id },
        decision: null,
      },
    ])
    expect(Date.parse(items[0]?.first_at ?? '')).toBeLessThan(Date.parse(items[0]?.created_at ?? ''))
    const thumbnail = await open(items[0]?.thumbnail_url?.replace('/api', '') ?? '')
    expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect((await upload(bob, copy)).status).toBe(201)
    expect((await staff.decide(items[0]?.id ?? '', 'take_down')).status).toBe(200)
    expect(await Promise.all([statusOf(`/v1/shares/${token}`), statusOf(`/v1/shares/${other.token}`)])).toEqual([404, 404])
    for (const refused of [
      upload(bob, copy),
      ann.call('POST', `/v1/generations/${id}/share`, { json: {} }),
      bob.call('POST', `/v1/generations/${twin}/share`, { json: { show_prompt: true } }),
    ])
      expect(await errorBody(refused)).toMatchObject({
        code: 'content_blocked',
        detail: 'This content was taken down by the administrator of this site, so it can’t be uploaded or shared.',
      })
    const decided = await staff.list('taken_down')
    expect(decided.items).toMatchObject([{ token: null, thumbnail_url: null, decision: { by: staff.email, reason: 'against the rules' } }])
    expect((await staff.decide(items[0]?.id ?? '', 'restore')).status).toBe(200)
    expect((await upload(bob, copy)).status).toBe(201)
    expect((await ann.share(id)).token).not.toBe(token)
    const acts = await runtime.db.select().from(operatorActs).where(eq(operatorActs.personId, ann.id)).orderBy(operatorActs.id)
    expect(acts.map(({ action, after }) => [action, after?.state])).toEqual([
      ['report_decided', 'taken_down'],
      ['report_decided', 'dismissed'],
    ])
  })

  test('the owner and the reporters hear of a decision with its reason, each in their language, and of nobody on the other side', async () => {
    const [ann, bob, staff] = [await person(), await person(), await operator()]
    await runtime.db.update(users).set({ locale: 'ru' }).where(eq(users.id, ann.id))
    const id = await ann.make()
    const { token } = await ann.share(id)
    const visitor = 'visitor@example.com'
    mails.length = 0
    expect((await bob.call('POST', `/v1/shares/${token}/report`, { json: { reason: 'hate', email: 'ignored@example.com' } })).status).toBe(
      204,
    )
    expect((await report(token, { reason: 'copyright', text: 'a secret of the visitor', email: visitor })).status).toBe(204)
    expect((await report(token, { reason: 'other', email: visitor })).status).toBe(204)
    expect(await errorCode(report(token, { reason: 'other', email: 'nobody' }))).toBe('invalid_input')
    const mine = async (by: typeof ann) => (await read(decisionsSchema, by.call('GET', '/v1/me/decisions'))).items
    expect(await mine(bob)).toMatchObject([{ role: 'reporter', state: 'open', category: 'hate', decision: null, work: null }])
    expect(await mine(ann)).toEqual([])
    const [one] = (await staff.list('open')).items
    await staff.decide(one?.id ?? '', 'take_down')
    await staff.decide(one?.id ?? '', 'take_down')
    const decisions = () => mails.filter(({ to }) => to !== desk)
    await expect
      .poll(() =>
        decisions()
          .map(({ to }) => to)
          .toSorted(),
      )
      .toEqual([ann.email, bob.email, visitor].toSorted())
    const mailTo = (to: string) => mails.filter((mail) => mail.to === to).at(-1)?.text ?? ''
    for (const to of [ann.email, bob.email, visitor]) {
      expect(mailTo(to)).toContain('against the rules')
      expect(mailTo(to)).toContain('desk@example.com')
    }
    expect(mailTo(ann.email)).toContain('Публичная ссылка')
    expect(mailTo(visitor)).toContain('took its public link down')
    expect(mailTo(ann.email)).not.toMatch(new RegExp(`${visitor}|${bob.email}|secret of the visitor`))
    expect(mailTo(bob.email) + mailTo(visitor)).not.toContain(ann.email)
    expect(await mine(ann)).toMatchObject([
      { role: 'owner', state: 'taken_down', decision: { reason: 'against the rules' }, work: { id, type: 'image' } },
    ])
    expect(await mine(bob)).toMatchObject([
      { role: 'reporter', state: 'taken_down', decision: { reason: 'against the rules' }, work: null },
    ])
    // The address has done its work.
    expect(await runtime.db.$count(reports, isNotNull(reports.reporterEmail))).toBe(0)
    await staff.decide(one?.id ?? '', 'restore')
    await expect.poll(() => decisions().length).toBe(4)
    expect(decisions().at(-1)?.to).toBe(ann.email)
    expect(await mine(ann)).toMatchObject([{ role: 'owner', state: 'dismissed' }])
  })

  test('the operator gets one email about the first of many reports until it is decided, in the language of their account', async () => {
    const [ann, staff] = [await person(), await operator()]
    await runtime.db.update(reports).set({ state: 'dismissed' })
    const toDesk = () => mails.filter(({ to }) => to === desk)
    mails.length = 0
    const { token } = await ann.share(await ann.make())
    const secret = 'a secret of the visitor'
    await Promise.all(Array.from({ length: 4 }, () => report(token, { reason: 'hate', text: secret })))
    await report(token, { reason: 'other' })
    await expect.poll(toDesk).toHaveLength(1)
    expect(toDesk()[0]).toMatchObject({ subject: 'Quartet: a shared result was reported' })
    expect(toDesk()[0]?.text).toContain('/operator/reports')
    expect(toDesk()[0]?.text).not.toContain(secret)
    const [one] = (await staff.list('open')).items
    await staff.decide(one?.id ?? '', 'dismiss')
    await createUser(runtime, { email: desk, locale: 'ru', role: 'owner' })
    await report(token, { reason: 'hate' })
    await expect.poll(toDesk).toHaveLength(2)
    expect(toDesk()[1]).toMatchObject({ subject: 'Quartet: жалоба на опубликованный результат' })
  })

  test('one person gets a few emails about decisions a day at most', async () => {
    mails.length = 0
    const notice = {
      role: 'reporter',
      to: 'often@example.com',
      locale: 'en',
      decision: 'dismiss',
      category: 'other',
      reason: '',
      title: null,
    } as const
    const { mailer, attempts } = runtime
    await mailDecisions(mailer, attempts, {
      notices: Array.from({ length: 20 }, () => notice),
      siteUrl: 'https://a.example',
      contact: null,
    })
    expect(mails).toHaveLength(5)
  })

  test('the text of a result is blocked like a file, and a dismissed report changes nothing', async () => {
    const [ann, staff] = [await person(), await operator()]
    provider.script = async () => ({ text: 'a hateful verse', files: [] })
    const id = await ann.make('text-1')
    const { token } = await ann.share(id)
    await report(token, { reason: 'hate' })
    const [open] = (await staff.list('open')).items
    expect((await staff.decide(open?.id ?? '', 'dismiss')).status).toBe(200)
    expect(await statusOf(`/v1/shares/${token}`)).toBe(200)
    expect((await staff.decide(open?.id ?? '', 'take_down')).status).toBe(200)
    expect(await errorCode(ann.call('POST', `/v1/generations/${await ann.make('text-1')}/share`, { json: {} }))).toBe('content_blocked')
  })

  test('reports need a working link and a reason, are limited by address, and are for operators only', async () => {
    const [ann, staff] = [await person(), await operator()]
    const { token } = await ann.share(await ann.make('text-1'))
    expect(
      await errorCode(
        report(
          token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
          { reason: 'other' },
        ),
      ),
    ).toBe('not_found')
    expect(await errorCode(report(token, { reason: 'because' }))).toBe('invalid_input')
    const address = '203.0.113.77'
    for (let count = 0; count < 30; count += 1) expect((await report(token, { reason: 'other' }, address)).status).toBe(204)
    expect(await errorCode(report(token, { reason: 'other' }, address))).toBe('too_many_attempts')
    const [first] = (await staff.list('open')).items
    expect(await errorCode(ann.call('GET', '/v1/operator/reports'))).toBe('not_found')
    expect(
      await errorCode(ann.call('POST', `/v1/operator/reports/${first?.id}/decide`, { json: { decision: 'dismiss', reason: 'mine' } })),
    ).toBe('not_found')
  })
})
