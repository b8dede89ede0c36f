import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { generationSchema, quoteAnswerSchema, uploadSchema } from '#app/contract/runs/generations.ts'
import { modelsSchema } from '#app/contract/runs/models.ts'
import { balanceSchema } from '#app/contract/money/tokens.ts'
import { config } from '#config'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { hangs, scriptedProvider, succeeds } from '#tests/fakes/scripted-provider.ts'
import { makeDocument } from '#tests/fixtures/make-document.ts'
import { encodeForm } from '#tests/fixtures/encode-form.ts'
import { makeCompound, makeDocx, withSize, zipOfParts } from '#tests/fixtures/make-office.ts'
import { makeEndlessFilm } from '#tests/fixtures/make-media.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { errorBody, read } from '#tests/fixtures/read-response.ts'
import { sweepUploads } from '#app/server/core/making/uploads/sweep-uploads.ts'
import { uploads } from '#app/server/db/schema/files.ts'
import { createApi } from '../../api.ts'

const provider = scriptedProvider()
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let api: ReturnType<typeof createApi>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider, work: true })
  api = createApi(runtime)
})
afterAll(() => runtime[Symbol.asyncDispose]())
beforeEach(() => {
  provider.script = succeeds
})

type Call = { json?: unknown; body?: BodyInit; headers?: Record<string, string> }

async function person() {
  const user = await createUser(runtime, { tokens: 100 })
  const { token } = await createSession(runtime, runtime.keys, user)
  const call = (method: string, path: string, call: Call = {}) =>
    send(method, path, { ...call, headers: { authorization: `Bearer ${token}`, ...call.headers } })
  const upload = (content: Parameters<typeof form>[0], headers = {}) => call('POST', '/v1/uploads', { body: form(content), headers })
  return {
    ...user,
    call,
    upload,
    /** Returns the id of the upload. */
    uploadId: async (content: Parameters<typeof form>[0]) => (await read(uploadSchema, upload(content))).id,
    run: async (body: object) => (await read(generationSchema, call('POST', '/v1/generations', { json: body }))).id,
  }
}
type Person = Awaited<ReturnType<typeof person>>

async function send(method: string, path: string, { json, body, headers }: Call = {}) {
  const form = body instanceof FormData ? await encodeForm(body) : undefined
  const contentType = form?.contentType ?? (json === undefined ? undefined : 'application/json')
  return api.fetch(
    new Request(`http://localhost/api${path}`, {
      method,
      headers: { ...(contentType && { 'content-type': contentType }), ...headers },
      body: json === undefined ? (form?.body ?? body ?? null) : JSON.stringify(json),
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    }),
    { clientAddress: '127.0.0.1' },
  )
}

const input = async (name: string) =>
  Uint8Array.from(await readFile(join(import.meta.dirname, '../../../../../tests/fixtures/inputs', name)))

function form(content: string | Uint8Array<ArrayBuffer>, name = 'holiday.exe', field = 'file') {
  const data = new FormData()
  data.set('note', 'fields beside the file are read past')
  data.set(field, new Blob([content], { type: 'application/x-msdownload' }), name)
  return data
}

async function refusal(response: Response | Promise<Response>) {
  const { status } = await response
  const { fields = {}, ...body } = await errorBody(response)
  return { status, ...body, fields: Object.fromEntries(Object.entries(fields).map(([name, { code }]) => [name, code])) }
}

const get = ({ call }: Person, id: string) => read(generationSchema, call('GET', `/v1/generations/${id}`))
const statusOf = async (owner: Person, id: string) => (await get(owner, id)).status

async function finished(owner: Person, id: string) {
  await expect.poll(() => statusOf(owner, id)).toMatch(/succeeded|failed|canceled/)
  return get(owner, id)
}

const bytesOf = (buffer: Buffer) => Uint8Array.from(buffer)
const picture = async (format: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif' = 'png', { width = 30, height = 20 } = {}) =>
  bytesOf(
    await sharp({ create: { width, height, channels: 3, background: '#369' } })
      .toFormat(format)
      .toBuffer(),
  )
async function animation() {
  const frames = [
    await picture('png'),
    bytesOf(
      await sharp(await picture('png'))
        .negate()
        .toBuffer(),
    ),
  ]
  return bytesOf(
    await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer(),
  )
}
const sample = async (name: string) => bytesOf(await readFile(new URL(`../../../../../public/samples/${name}`, import.meta.url)))

/** A form whose file has no end. */
function endlessForm(head: string, mostBytes: number) {
  const encoder = new TextEncoder()
  const filler = new Uint8Array(64 * 1024)
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    start: (controller) =>
      controller.enqueue(
        Buffer.concat([
          encoder.encode('--edge\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: text/plain\r\n\r\n'),
          Buffer.from(head, 'latin1'),
        ]),
      ),
    pull(controller) {
      if (sent >= mostBytes) return controller.close()
      sent += filler.length
      controller.enqueue(filler)
    },
  })
  return { body, headers: { 'content-type': 'multipart/form-data; boundary=edge' }, sent: () => sent }
}

describe('an upload', () => {
  test.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['webp', 'image/webp'],
    ['avif', 'image/avif'],
    ['gif', 'image/gif'],
  ] as const)('an upload of a %s image is detected by its content, whatever its name', async (format, mediaType) => {
    const ann = await person()
    const answer = await ann.upload(await picture(format))
    expect(answer.status).toBe(201)
    expect(await read(uploadSchema, answer)).toMatchObject({
      type: 'image',
      media_type: mediaType,
      width: 30,
      height: 20,
      duration_ms: null,
    })
  })

  test('an upload of a rotated photograph has the size that is seen', async () => {
    const ann = await person()
    const turned = await sharp(await picture('jpeg'))
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect(await read(uploadSchema, ann.upload(bytesOf(turned)))).toMatchObject({ width: 20, height: 30 })
  })

  test('an upload of a sound, a video and a text is probed', async () => {
    const ann = await person()
    expect(await read(uploadSchema, ann.upload(await sample('music-1.mp3')))).toMatchObject({
      type: 'audio',
      media_type: 'audio/mpeg',
      width: null,
      duration_ms: expect.closeTo(12_000, -3),
    })
    expect(await read(uploadSchema, ann.upload(await sample('video-1.mp4')))).toMatchObject({
      type: 'video',
      media_type: 'video/mp4',
      width: 1280,
      height: 720,
      duration_ms: expect.any(Number),
    })
    expect(await read(uploadSchema, ann.upload('Сад, лодка.\n'))).toMatchObject({
      type: 'text',
      media_type: 'text/plain',
      bytes: 20,
      name: 'holiday.exe',
    })
  })

  test('an upload of a PDF is recognized by its content, and has a number of pages', async () => {
    const ann = await person()
    expect(await read(uploadSchema, ann.upload(bytesOf(makeDocument({ pages: 7, packed: true }))))).toMatchObject({
      type: 'document',
      media_type: 'application/pdf',
      pages: 7,
    })
    const before = await runtime.db.$count(uploads)
    const broken = await refusal(ann.upload(bytesOf(Buffer.from('%PDF-1.7\nwords'))))
    expect(broken).toMatchObject({ status: 422, fields: { file: 'file_damaged' } })
    const locked = await refusal(ann.upload(await input('pdf-needs-password.pdf')))
    expect(locked).toMatchObject({ status: 422, fields: { file: 'file_needs_password' } })
    const long = makeDocument({ pages: config.uploads.maxPages + 1 })
    expect(await refusal(ann.upload(bytesOf(long)))).toMatchObject({ status: 413, detail: 'PDFs can have up to 100 pages.' })
    expect(await runtime.db.$count(uploads)).toBe(before)
  })

  test('an upload is served by its signed link, never as a page, and to its owner only', async () => {
    const [ann, eve] = [await person(), await person()]
    const { id, url } = await read(uploadSchema, ann.upload('<script>alert(1)</script>'))
    const answer = await send('GET', url.replace('/api', ''))
    expect([answer.status, await answer.text()]).toEqual([200, '<script>alert(1)</script>'])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(await (await ann.call('GET', `/v1/files/${id}`)).text()).toBe('<script>alert(1)</script>')
    expect(await read(uploadSchema, ann.call('GET', `/v1/uploads/${id}`))).toMatchObject({ id, type: 'text' })
    for (const path of [`/v1/files/${id}`, `/v1/uploads/${id}`]) {
      expect(await refusal(eve.call('GET', path))).toMatchObject({ status: 404 })
      expect((await send('GET', path)).status).toBeGreaterThanOrEqual(401)
    }
    expect(await refusal(eve.call('DELETE', `/v1/uploads/${id}`))).toMatchObject({ status: 404 })
    expect((await ann.call('DELETE', `/v1/uploads/${id}`)).status).toBe(204)
    expect((await send('GET', url.replace('/api', ''))).status).toBe(404)
    expect(await refusal(ann.call('DELETE', `/v1/uploads/${id}`))).toMatchObject({ status: 404 })
  })

  test.each([
    ['an animation', animation, 'file_animated'],
    ['a picture cut off in its header', async () => (await picture('png')).subarray(0, 12), 'file_damaged'],
    ['a video that is none', async () => '\0\0\0\x18ftypisom and then nothing of the kind', 'file_without_media'],
  ])('an upload of %s is refused at its field', async (_what, content, code) => {
    const ann = await person()
    expect(await refusal(ann.upload(await content()))).toMatchObject({ status: 422, code: 'invalid_input', fields: { file: code } })
    expect(await runtime.db.$count(uploads, eq(uploads.userId, ann.id))).toBe(0)
  })

  test('an upload of a HEIC is stored and served as a JPEG', async () => {
    const ann = await person()
    const photo = await read(uploadSchema, ann.upload(await input('photo.heic')))
    expect(photo).toMatchObject({ type: 'image', media_type: 'image/jpeg', width: 96, height: 64 })
    const served = Buffer.from(await (await send('GET', photo.url.replace('/api', ''))).arrayBuffer())
    expect([served.length, (await sharp(served).metadata()).format]).toEqual([photo.bytes, 'jpeg'])
  })

  test('an upload of a text in another encoding, or of a document, is stored and given to the model as its text', async () => {
    const ann = await person()
    const russian = { 'accept-language': 'ru' }
    const textOf = async (file: string, headers = russian) => {
      const answer = await read(uploadSchema, ann.call('POST', '/v1/uploads', { body: form(await input(file), file), headers }))
      return { ...answer, text: await (await send('GET', answer.url.replace('/api', ''))).text() }
    }
    const table = await textOf('table-cp1251.csv')
    const text = 'имя;сумма\r\nАнна;100\r\nЁлка;200\r\n'
    expect(table).toMatchObject({ type: 'text', media_type: 'text/plain', name: 'table-cp1251.csv', bytes: Buffer.byteLength(text), text })
    expect(await textOf('notepad-utf16le.txt')).toMatchObject({ type: 'text', text: 'Привет, мир\r\n' })
    expect(await textOf('ansi-colours.log')).toMatchObject({ type: 'text', text: 'INFO started\nERROR x\n' })
    const letter = await textOf('letter.docx')
    expect(letter).toMatchObject({ type: 'text', media_type: 'text/markdown', name: 'letter.docx', bytes: 6, text: 'Hello\n' })
    const saved = await send('GET', `${letter.url.replace('/api', '')}&download=1`)
    expect(saved.headers.get('content-disposition')).toBe('attachment; filename="letter.docx.md"')
  })

  test.each<[what: string, content: () => string | Uint8Array<ArrayBuffer>, code: string, detail: string]>([
    ['an empty file', () => '', 'file_empty', 'Файл пуст. Выберите другой.'],
    ['a program', () => 'MZ\x90\0\x03\0\0\0', 'file_program', 'Это программа (EXE). Прочитать её нельзя: выберите документ или медиафайл.'],
    [
      'a ZIP',
      () => Uint8Array.from(zipOfParts({ 'a.txt': 'words' })),
      'file_archive',
      'Архивы ZIP не читаются. Распакуйте архив и добавьте файлы из него.',
    ],
    [
      'an old document',
      () => Uint8Array.from(makeCompound('WordDocument')),
      'file_format',
      'Файлы DOC не читаются. Сохраните этот файл как DOCX или PDF и добавьте снова.',
    ],
    [
      'a protected document',
      () => Uint8Array.from(makeCompound('EncryptedPackage')),
      'file_needs_password',
      'Файл защищён паролем. Сохраните его без пароля и добавьте снова.',
    ],
    [
      'a document without text',
      () => Uint8Array.from(makeDocx('<w:p/>')),
      'file_without_text',
      'В этом документе нет текста. Если в нём есть изображения, сохраните его как PDF и добавьте снова.',
    ],
    [
      'half a document',
      () => Uint8Array.from(makeDocx('<w:p/>').subarray(0, 100)),
      'file_damaged',
      'Файл повреждён. Сохраните его заново или выберите другой.',
    ],
    [
      'a document of 100 MB',
      () => Uint8Array.from(withSize(makeDocx('<w:p/>'), 100_000_000)),
      'file_too_much',
      'Этот документ слишком большой. Сохраните нужную часть отдельным файлом и добавьте её.',
    ],
    [
      'a text in Shift JIS',
      () => Uint8Array.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x82, 0xcc, 0x83, 0x65, 0x83, 0x4c, 0x83, 0x58]),
      'file_encoding_unknown',
      'Не удалось определить кодировку текста. Сохраните его в UTF-8 и добавьте снова.',
    ],
    [
      'bytes of no format',
      () => Uint8Array.from({ length: 600 }, (_, index) => (index * 97 + 13) % 256),
      'file_binary',
      'Не удалось определить формат файла. Сохраните его как PDF, TXT, PNG, MP3 или MP4 и добавьте снова.',
    ],
    [
      'a drawing that is a program',
      () => '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
      'file_format',
      'Файлы SVG не читаются. Сохраните этот файл как PNG и добавьте снова.',
    ],
    ['a font', () => 'wOF2\0\x01\0\0\0\0\0\x01', 'file_format', 'Файлы WOFF2 не читаются. Выберите другой файл.'],
  ])('an upload of %s is refused with its cause', async (_what, content, code, detail) => {
    const ann = await person()
    const answer = await ann.upload(content(), { 'accept-language': 'ru' })
    expect((await errorBody(answer)).fields).toEqual({ file: { code, detail } })
    expect(answer.status).toBe(422)
    expect(await runtime.db.$count(uploads, eq(uploads.userId, ann.id))).toBe(0)
  })

  test('an upload is as long as its text: UTF-16 may have twice the bytes, and one byte may become two', async () => {
    const ann = await person()
    const wide = bytesOf(Buffer.from(`\uFEFF${'words '.repeat(150_000)}`, 'utf16le'))
    expect(wide.length).toBeGreaterThan(1_500_000)
    expect(await read(uploadSchema, ann.upload(wide))).toMatchObject({ type: 'text', bytes: 900_000 })
    const russian = Uint8Array.from({ length: 700_000 }, (_, index) => [0xe4, 0xe0, 0x20][index % 3] ?? 0)
    expect(await refusal(ann.upload(russian, { 'accept-language': 'ru' }))).toMatchObject({
      status: 413,
      detail: 'Текст может быть не больше 1 МБ.',
    })
  })

  // The parser may take seconds of processor time, which last longer on a busy machine.
  test(
    'an upload that hangs its parser is refused as damaged, in the language of the person, and others are answered',
    { tags: ['full'] },
    async () => {
      const [ann, bob] = [await person(), await person()]
      const endless = bytesOf(Buffer.from(await makeEndlessFilm()))
      const [hung, other] = await Promise.all([ann.upload(endless, { 'accept-language': 'ru' }), bob.upload(await picture())])
      expect(other.status).toBe(201)
      expect((await errorBody(hung)).fields).toEqual({
        file: { code: 'file_damaged', detail: 'Файл повреждён. Сохраните его заново или выберите другой.' },
      })
      expect(hung.status).toBe(422)
      expect(await runtime.db.$count(uploads, eq(uploads.userId, ann.id))).toBe(0)
      // The next file is inspected as usual.
      expect((await ann.upload(await picture())).status).toBe(201)
    },
  )

  test('an upload with too many pixels is rejected without decoding it', async () => {
    const ann = await person()
    const bomb = await picture('png', { width: 9_000, height: 6_000 })
    const answer = await refusal(ann.upload(bomb, { 'accept-language': 'ru' }))
    expect(answer).toMatchObject({ status: 413, code: 'payload_too_large', detail: 'Изображение может быть не больше 50 мегапикселей.' })
  })

  test.each([
    ['\x89PNG\r\n\x1a\n', 20, 'Images can be up to 20 MB.'],
    ['ID3\x04', 50, 'Audio files can be up to 50 MB.'],
    ['a'.repeat(5_000), 1, 'Text files can be up to 1 MB.'],
  ])('an upload without an end is read no further than the limit of its kind (%#)', async (head, megabytes, detail) => {
    const ann = await person()
    const { body, headers, sent } = endlessForm(head, 300_000_000)
    expect(await refusal(ann.call('POST', '/v1/uploads', { body, headers }))).toMatchObject({
      status: 413,
      code: 'payload_too_large',
      detail,
    })
    expect(sent()).toBeGreaterThan(megabytes * 1_000_000 - 100_000)
    expect(sent()).toBeLessThan(megabytes * 1_000_000 + 300_000)
  })

  test('an upload that breaks off, has no file, or is no form leaves nothing behind', async () => {
    const ann = await person()
    const { body, headers } = endlessForm('\x89PNG\r\n\x1a\n', 100_000)
    expect(await refusal(ann.call('POST', '/v1/uploads', { body, headers }))).toMatchObject({
      status: 422,
      fields: { file: 'file_unreadable' },
    })
    const elsewhere = form('hello', 'a.txt', 'attachment')
    expect(await refusal(ann.call('POST', '/v1/uploads', { body: elsewhere }))).toMatchObject({ status: 422, fields: { file: 'required' } })
    expect(await refusal(ann.call('POST', '/v1/uploads', { json: { file: 'hello' } }))).toMatchObject({ status: 415 })
    expect(await refusal(ann.call('POST', '/v1/uploads'))).toMatchObject({ status: 415 })
    expect(await refusal(send('POST', '/v1/uploads', { body: form('hello') }))).toMatchObject({ status: 401 })
    expect(await runtime.db.$count(uploads, eq(uploads.userId, ann.id))).toBe(0)
  })

  test('an upload is refused while eight others of the same person are in progress, and accepted again when one is done', async () => {
    const ann = await person()
    const held = Promise.withResolvers<void>()
    /** An upload whose content stays away until `held` resolves. It has started when the server asks for its first byte. */
    const slow = () => {
      const started = Promise.withResolvers<void>()
      const form = Buffer.from('--edge\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nwords\r\n--edge--\r\n')
      const body = new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            started.resolve()
            await held.promise
            controller.enqueue(form)
            controller.close()
          },
        },
        { highWaterMark: 0 },
      )
      const answer = ann.call('POST', '/v1/uploads', { body, headers: { 'content-type': 'multipart/form-data; boundary=edge' } })
      return { started: started.promise, answer }
    }
    const others = Array.from({ length: 8 }, slow)
    await Promise.all(others.map(({ started }) => started))
    expect((await ann.upload('words')).status).toBe(429)
    held.resolve()
    for (const { answer } of others) expect((await answer).status).toBe(201)
    expect((await ann.upload('words')).status).toBe(201)
  })

  test('an upload is refused while too many are unused; those that works use do not count', async () => {
    const ann = await person()
    const first = await ann.uploadId(await picture())
    const { maxCount } = config.uploads.unused
    await runtime.db.execute(sql`insert into uploads (id, user_id, type, storage_key, media_type, bytes, sha256)
      select gen_random_uuid(), ${ann.id}, 'text', 'uploads/none', 'text/plain', 1, '' from generate_series(2, ${maxCount})`)
    expect(await refusal(ann.upload(await picture()))).toMatchObject({ status: 409, code: 'too_many_uploads' })
    await ann.run({ model: 'remix', prompt: 'x', inputs: [{ upload_id: first, role: 'reference' }] })
    expect((await ann.upload(await picture())).status).toBe(201)
  })

  test('an upload is removed after a week unless a work uses it, and when that work is gone', async () => {
    const ann = await person()
    const [lonely, used] = [await ann.uploadId(await picture()), await ann.uploadId(await picture())]
    const id = await ann.run({ model: 'remix', prompt: 'x', inputs: [{ upload_id: used, role: 'reference' }] })
    await finished(ann, id)
    const left = async () =>
      (await runtime.db.select({ id: uploads.id }).from(uploads).where(eq(uploads.userId, ann.id))).map((upload) => upload.id).toSorted()
    const sweep = (days: number) => sweepUploads(runtime.db, { storage: runtime.storage, now: new Date(Date.now() + days * 86_400_000) })
    await sweep(6)
    expect(await left()).toEqual([lonely, used].toSorted())
    await sweep(8)
    expect(await left()).toEqual([used])
    await ann.call('DELETE', `/v1/generations/${id}`)
    await sweep(8)
    expect(await left(), 'what is in the trash may come back').toEqual([used])
    await ann.call('POST', '/v1/library/bulk', { json: { action: 'purge', ids: [id] } })
    await sweep(8)
    expect(await left()).toEqual([])
  })
})

describe('inputs of a run', () => {
  const remix = (...inputs: object[]) => ({ model: 'remix', prompt: 'a lake', inputs })

  test('inputs reach the model as local files, which are deleted when it is done', async () => {
    const ann = await person()
    const content = await picture()
    const upload = await ann.uploadId(content)
    provider.script = async () => ({ text: 'three sentences', files: [] })
    const text = await ann.run({ model: 'text-1', prompt: 'x' })
    await finished(ann, text)
    const seen: { role: string; mediaType: string; path: string; content: Buffer }[] = []
    provider.script = async ({ inputs }) => {
      for (const input of inputs) seen.push({ ...input, content: await readFile(input.path) })
      return { text: null, files: [] }
    }
    const inputs = [
      { upload_id: upload, role: 'reference' },
      { generation_id: text, role: 'source' },
    ]
    const id = await ann.run(remix(...inputs))
    expect(await finished(ann, id)).toMatchObject({ status: 'succeeded', inputs })
    expect(seen).toMatchObject([
      { role: 'reference', mediaType: 'image/png' },
      { role: 'source', mediaType: 'text/plain' },
    ])
    expect(seen.map((input) => Buffer.from(input.content).toString('latin1'))).toEqual([
      Buffer.from(content).toString('latin1'),
      'three sentences',
    ])
    for (const { path } of seen) await expect(readFile(path)).rejects.toThrow('ENOENT')

    const again = await read(generationSchema, ann.call('POST', `/v1/generations/${id}/retry`))
    expect(again.inputs).toEqual(inputs)
    await finished(ann, again.id)
    expect(seen).toHaveLength(4)
  })

  test('an input names one of several files of a result, by default the first', async () => {
    const ann = await person()
    const path = (name: string) => join(runtime.scratchDir, `${ann.id}-${name}`)
    provider.script = async () => {
      for (const name of ['one', 'two']) await writeFile(path(name), name)
      const rest = { mediaType: 'image/webp', width: 1, height: 1, durationMs: null, poster: null, thumbnail: null, peaks: null }
      return {
        text: null,
        files: [
          { ...rest, path: path('one') },
          { ...rest, path: path('two') },
        ],
      }
    }
    const first = await ann.run({ model: 'image-10', prompt: 'x' })
    await finished(ann, first)
    let given = ''
    provider.script = async ({ inputs }) => {
      given = (await Promise.all(inputs.map((input) => readFile(input.path, 'utf8')))).join()
      return { text: null, files: [] }
    }
    await finished(
      ann,
      await ann.run(remix({ generation_id: first, role: 'reference' }, { generation_id: first, role: 'reference', index: 1 })),
    )
    expect(given).toBe('one,two')
    const beyond = remix({ generation_id: first, role: 'reference', index: 2 })
    expect(await refusal(ann.call('POST', '/v1/generations', { json: beyond }))).toMatchObject({ fields: { 'inputs.0': 'input_unknown' } })
  })

  test('an unusable input is rejected at its index, also in a quote, and nothing is held', async () => {
    const [ann, eve] = [await person(), await person()]
    const [upload, text] = [await ann.uploadId(await picture()), await ann.uploadId('words')]
    const foreign = await eve.uploadId(await picture())
    const foreignWork = await eve.run({ model: 'image-10', prompt: 'x' })
    await finished(eve, foreignWork)
    provider.script = hangs
    const unfinished = await ann.run({ model: 'image-10', prompt: 'x' })
    await expect.poll(() => statusOf(ann, unfinished)).toBe('running')
    provider.script = succeeds
    const empty = await ann.run({ model: 'image-10', prompt: 'x' })
    const deleted = await ann.run({ model: 'text-1', prompt: 'x' })
    await Promise.all([finished(ann, empty), finished(ann, deleted)])
    await ann.call('DELETE', `/v1/generations/${deleted}`)
    const held = await read(balanceSchema, ann.call('GET', '/v1/tokens'))
    const reference = { upload_id: upload, role: 'reference' }
    const cases: [object, Record<string, string>][] = [
      [remix({ upload_id: upload, role: 'first_frame' }), { 'inputs.0': 'input_not_taken' }],
      [remix(reference, reference, reference), { 'inputs.2': 'input_not_taken' }],
      [{ ...remix(reference), model: 'image-10' }, { 'inputs.0': 'input_not_taken' }],
      [remix(reference, { upload_id: text, role: 'reference' }), { 'inputs.1': 'input_not_taken' }],
      [remix({ upload_id: foreign, role: 'reference' }), { 'inputs.0': 'input_unknown' }],
      [remix({ upload_id: randomUUID(), role: 'reference' }), { 'inputs.0': 'input_unknown' }],
      [remix({ generation_id: upload, role: 'reference' }), { 'inputs.0': 'input_unknown' }],
      [remix({ upload_id: empty, role: 'reference' }), { 'inputs.0': 'input_unknown' }],
      [remix({ generation_id: foreignWork, role: 'reference' }), { 'inputs.0': 'input_unknown' }],
      [remix({ generation_id: unfinished, role: 'reference' }), { 'inputs.0': 'input_unknown' }],
      [remix({ generation_id: empty, role: 'reference' }), { 'inputs.0': 'input_unknown' }],
      [remix({ generation_id: deleted, role: 'source' }), { 'inputs.0': 'input_unknown' }],
      [remix({ upload_id: 'x', role: 'reference' }), { 'inputs.0.upload_id': 'invalid' }],
      [remix({ role: 'reference' }), { 'inputs.0': 'invalid' }],
      [remix(...Array.from({ length: 9 }, () => reference)), { inputs: 'too_long' }],
    ]
    for (const [json, fields] of cases) {
      for (const path of ['/v1/generations', '/v1/generations/quote'])
        expect(await refusal(ann.call('POST', path, { json })), JSON.stringify(json)).toMatchObject({
          status: 422,
          code: 'invalid_input',
          fields,
        })
    }
    expect(await read(balanceSchema, ann.call('GET', '/v1/tokens'))).toEqual(held)
    await ann.call('POST', `/v1/generations/${unfinished}/cancel`)
  })

  test('a source deleted between submit and run fails the run, which costs nothing', async () => {
    const ann = await person()
    const upload = await ann.uploadId(await picture())
    const begin = Promise.withResolvers<void>()
    let attempts = 0
    provider.script = async () => {
      attempts += 1
      await begin.promise
      return { text: null, files: [] }
    }
    // These are as many runs as execute at a time, so that the last one waits.
    for (let count = 0; count < 4; count += 1) await ann.run({ model: 'text-1', prompt: 'x' })
    await expect.poll(() => attempts).toBe(4)
    const id = await ann.run(remix({ upload_id: upload, role: 'reference' }))
    await ann.call('DELETE', `/v1/uploads/${upload}`)
    begin.resolve()
    expect(await finished(ann, id)).toMatchObject({ status: 'failed', error: { code: 'invalid_input' }, charged: 0 })
    expect(await refusal(ann.call('POST', `/v1/generations/${id}/retry`))).toMatchObject({ fields: { 'inputs.0': 'input_unknown' } })
  })

  test('inputs are part of the request that an Idempotency-Key identifies', async () => {
    const ann = await person()
    const [one, two] = [await ann.uploadId(await picture()), await ann.uploadId(await picture())]
    const headers = { 'idempotency-key': randomUUID() }
    const submit = (upload: string) =>
      ann.call('POST', '/v1/generations', { json: remix({ upload_id: upload, role: 'reference' }), headers })
    const { id } = await read(generationSchema, submit(one))
    expect(await refusal(submit(two))).toMatchObject({ status: 409, code: 'idempotency_conflict' })
    await finished(ann, id)
    await ann.call('DELETE', `/v1/uploads/${one}`)
    expect(await read(generationSchema, submit(one))).toMatchObject({ id })
  })
})

test('the API document describes an upload as form data with a file', async () => {
  const document = v.parse(
    v.object({ paths: v.looseObject({ '/v1/uploads': v.object({ post: v.object({ requestBody: v.unknown() }) }) }) }),
    await (await send('GET', '/v1/openapi.json')).json(),
  )
  expect(document.paths['/v1/uploads'].post.requestBody).toMatchObject({
    required: true,
    content: {
      'multipart/form-data': { schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } } },
    },
  })
})

describe('the models endpoint', () => {
  test('the models endpoint lists inputs and text options, and the number of results decides the price', async () => {
    const ann = await person()
    const [remix] = (await read(modelsSchema, send('GET', '/v1/models'))).filter(({ id }) => id === 'remix')
    expect(remix?.inputs).toEqual([
      { role: 'reference', types: ['image'], max: 2 },
      { role: 'source', types: ['text'], max: 1 },
    ])
    expect(remix?.options.properties.without).toEqual({ type: 'string', title: 'Exclude', maxLength: 10, default: '', 'x-control': 'text' })
    const json = { model: 'remix', prompt: 'x', options: { count: 3, without: 'no people' } }
    expect(await read(quoteAnswerSchema, ann.call('POST', '/v1/generations/quote', { json }))).toMatchObject({ price: 6 })
    const tooLong = { ...json, options: { without: 'no people at all' } }
    expect(await refusal(ann.call('POST', '/v1/generations', { json: tooLong }))).toMatchObject({
      fields: { 'options.without': 'too_long' },
    })
  })

  test('the understanding of a prompt is part of the quote and of the work', async () => {
    const ann = await person()
    const json = { model: 'remix', prompt: 'a dragon over a lake' }
    const understood = { used: ['Lake'], ignored: ['dragon'], terms: expect.arrayContaining([{ text: 'lake', role: 'shown' }]) }
    expect(await read(quoteAnswerSchema, ann.call('POST', '/v1/generations/quote', { json }))).toMatchObject({ understood })
    expect(await finished(ann, await ann.run(json))).toMatchObject({ understood })
  })
})

test('stills in two sizes, several files and their captions are stored and served under names made of the prompt', async () => {
  const ann = await person()
  const make = async (name: string) => {
    const path = join(runtime.scratchDir, `${randomUUID()}-${name}`)
    await writeFile(path, name)
    return path
  }
  provider.script = async () => {
    const still = async (name: string, width: number) => ({ path: await make(name), mediaType: 'image/webp', width, height: 1 })
    const file = { width: null, height: null, durationMs: null, poster: null, thumbnail: null, peaks: null }
    return {
      text: null,
      files: [
        {
          ...file,
          path: await make('one'),
          mediaType: 'video/webm',
          poster: await still('poster', 640),
          thumbnail: await still('thumbnail', 320),
        },
        { ...file, path: await make('two'), mediaType: 'video/webm' },
        { ...file, path: await make('captions'), mediaType: 'text/vtt' },
        { ...file, path: await make('lines'), mediaType: 'application/x-subrip' },
      ],
    }
  }
  const id = await ann.run({ model: 'image-10', prompt: 'Закат над озером' })
  const { files } = await finished(ann, id)
  const load = async (url: string | null) => {
    const answer = await send('GET', (url ?? '').replace('/api', ''))
    const name = /filename\*=UTF-8''(.+)$/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? ''
    return [answer.headers.get('content-type'), decodeURIComponent(name), await answer.text()]
  }
  expect(await Promise.all(files.map(({ url }) => load(url)))).toEqual([
    ['video/webm', 'закат-над-озером-1.webm', 'one'],
    ['video/webm', 'закат-над-озером-2.webm', 'two'],
    ['text/vtt; charset=utf-8', 'закат-над-озером.vtt', 'captions'],
    ['application/x-subrip; charset=utf-8', 'закат-над-озером.srt', 'lines'],
  ])
  expect((await load(files[0]?.poster_url ?? null)).at(-1)).toBe('poster')
  expect((await load(files[0]?.thumbnail_url ?? null)).at(-1)).toBe('thumbnail')
  expect(files[1]).toMatchObject({ poster_url: null, thumbnail_url: null })
})
