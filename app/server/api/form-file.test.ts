import { expect, test } from 'vitest'
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
