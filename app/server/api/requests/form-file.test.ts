import { expect, test } from 'vitest'
import { Problem } from '../../core/problem.ts'
import { readFormFile } from './form-file.ts'

async function nameIn(disposition: string): Promise<string | undefined> {
  const body = `--edge\r\nContent-Disposition: form-data; name="note"\r\n\r\nx\r\n--edge\r\nContent-Disposition: form-data; ${disposition}\r\n\r\nwords\r\n--edge--\r\n`
  const request = new Request('http://localhost/', {
    method: 'POST',
    body,
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  })
  let name: string | undefined
  let content = ''
  for await (const chunk of readFormFile(request, 'file', (sent) => (name = sent))) content += Buffer.from(chunk).toString()
  expect(content).toBe('words')
  return name
}

test.each([
  ['name="file"; filename="notes.txt"', 'notes.txt'],
  ['name=file; filename=notes.txt', 'notes.txt'],
  ['name="file"; filename="Отчёт.txt"', 'Отчёт.txt'],
  [`name="file"; filename="_.txt"; filename*=UTF-8''%D0%9E%D1%82%D1%87%D1%91%D1%82.txt`, 'Отчёт.txt'],
  [`name="file"; filename*=utf-8'ru'%D0%B9%20%22%D1%91%22.txt; filename=x.txt`, 'й "ё".txt'],
  [`name="file"; filename*=iso-8859-1''caf%e9.txt`, 'café.txt'],
  [`name="file"; filename*=broken; filename="kept.txt"`, 'kept.txt'],
  [String.raw`name="file"; filename="a \"quoted\" name.txt"`, 'a "quoted" name.txt'],
  ['name="file"; filename="a %22quoted%22 name.txt"', 'a "quoted" name.txt'],
  ['name="file"; filename="one; filename=two.txt"', 'one; filename=two.txt'],
  ['FILENAME="big.txt"; NAME="file"', 'big.txt'],
  ['name="file"', undefined],
])('the file of a form with %s is named %j', async (disposition, name) => {
  expect(await nameIn(disposition)).toBe(name)
})

/** Returns the code of the refusal of an endless form, and how many bytes of it were read. */
async function readEndless(part: string): Promise<{ code: unknown; bytes: number }> {
  const chunk = Buffer.from(part.repeat(Math.ceil(16_384 / part.length)))
  let bytes = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      bytes += chunk.length
      if (bytes > 4_000_000) return controller.close()
      controller.enqueue(chunk)
    },
  })
  const init = { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x' }, body, duplex: 'half' }
  const request = new Request('http://api.test', init)
  try {
    for await (const _ of readFormFile(request, 'file'));
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { code: error.code, bytes }
  }
  return { code: null, bytes }
}

test.each([
  ['empty fields', '--x\r\n\r\n\r\n'],
  ['boundaries', '\r\n--x'],
  ['headers', 'a: b\r\n'],
  ['named fields', '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n'],
])('a form of nothing but %s is refused after 64 KB', async (_, part) => {
  const { code, bytes } = await readEndless(part)
  expect(code).toBe('payload_too_large')
  expect(bytes).toBeLessThan(150_000)
})
