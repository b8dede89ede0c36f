import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { digestFile } from './local-files.ts'
import type { S3Client } from './s3-client.ts'
import { StorageError, type StoredSize } from './storage.ts'
import { readTag, readTags } from './xml-tags.ts'

/** Bytes of a part, which is in memory while it is sent. S3 allows 10,000 parts of at least 5 MiB. */
export const usualPartBytes = 8 * 1024 * 1024

/** The header in which an object carries the SHA-256 of its content. */
export const sha256Header = 'x-amz-meta-sha256'

/** Uploads a local file in parts of constant memory, and makes sure that the stored object is the file. */
export async function uploadFile(client: S3Client, key: string, path: string, partBytes: number): Promise<StoredSize> {
  const stored = await digestFile(path)
  const parts = readParts(path, { ...stored, partBytes })
  if (stored.bytes <= partBytes) {
    for await (const body of parts) await client.send({ method: 'PUT', key, headers: { [sha256Header]: stored.sha256 }, body })
  } else {
    await uploadParts(client, key, parts, stored.sha256)
  }
  const { headers } = await client.send({ method: 'HEAD', key })
  if (Number(headers.get('content-length')) !== stored.bytes || headers.get(sha256Header) !== stored.sha256)
    throw new StorageError('unavailable', { cause: new Error('the stored object is not the file that was sent') })
  return stored
}

/** Uploads the parts one after the other; nothing of them is left if one fails. */
async function uploadParts(client: S3Client, key: string, parts: AsyncIterable<Uint8Array<ArrayBuffer>>, sha256: string): Promise<void> {
  const started = await client.send({ method: 'POST', key, query: { uploads: '' }, headers: { [sha256Header]: sha256 } })
  const uploadId = readTag(await started.text(), 'UploadId')
  if (!uploadId) throw new StorageError('unavailable', { cause: new Error('the multipart upload has no id') })
  try {
    const etags: string[] = []
    for await (const body of parts) {
      const query = { partNumber: String(etags.length + 1), uploadId }
      const answer = await client.send({ method: 'PUT', key, query, body })
      etags.push(answer.headers.get('etag') ?? '')
    }
    const list = etags.map((etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`).join('')
    const body = Uint8Array.from(Buffer.from(`<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`))
    const completed = await client.send({ method: 'POST', key, query: { uploadId }, body })
    requireSuccess(await completed.text())
  } catch (error) {
    await client.send({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined)
    throw error
  }
}

/** S3 reports a failed copy or completion in an answer with status 200. */
export function requireSuccess(xml: string): void {
  const code = readTag(xml, 'Code')
  if (code) throw new StorageError('unavailable', { cause: Object.assign(new Error('S3 failed after its answer began'), { code }) })
}

type ReadParts = StoredSize & { partBytes: number }

/** Reads a file in parts; at least one, which may be empty. Throws at the end if the file has changed since its digest was made. */
async function* readParts(path: string, { bytes, sha256, partBytes }: ReadParts): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const hash = createHash('sha256')
  const file = await open(path)
  try {
    let position = 0
    do {
      const part = new Uint8Array(Math.min(partBytes, bytes - position))
      let filled = 0
      while (filled < part.length) {
        const { bytesRead } = await file.read(part, filled, part.length - filled, position + filled)
        if (bytesRead === 0) throw new Error('the file became shorter while it was uploaded')
        filled += bytesRead
      }
      position += part.length
      hash.update(part)
      const isLast = position >= bytes
      if (isLast && hash.digest('hex') !== sha256) throw new Error('the file changed while it was uploaded')
      yield part
      if (isLast) return
    } while (true)
  } finally {
    await file.close()
  }
}

/** Age after which an unfinished upload was certainly left by a dead process. */
const abandonedAfterMillis = 24 * 60 * 60 * 1000

/** Aborts multipart uploads that dead processes left behind, which are stored and billed but invisible. */
export async function abortLeftovers(client: S3Client): Promise<void> {
  const answer = await client.send({ method: 'GET', query: { uploads: '', prefix: client.nameOf('') } })
  for (const upload of readTags(await answer.text(), 'Upload')) {
    const [name, uploadId, initiated] = [readTag(upload, 'Key'), readTag(upload, 'UploadId'), readTag(upload, 'Initiated')]
    if (!name || !uploadId || !(Date.now() - Date.parse(initiated ?? '') > abandonedAfterMillis)) continue
    await client.send({ method: 'DELETE', key: name.slice(client.nameOf('').length), query: { uploadId } })
  }
}
