import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checkBy, openLocalFolder } from './local-files.ts'
import { openS3Client, type S3Client, type S3Patience, type S3Settings } from './s3-client.ts'
import { readObject } from './s3-read.ts'
import { abortLeftovers, requireSuccess, uploadFile, usualPartBytes } from './s3-upload.ts'
import {
  isKey,
  type LinkOptions,
  type ListedFile,
  requireKey,
  requireRange,
  type Storage,
  StorageError,
  storageErrorOf,
} from './storage.ts'
import { readTag, readTags } from './xml-tags.ts'

export type OpenS3StorageOptions = {
  settings: S3Settings
  /** Folder for files that are written before they are uploaded, and for downloaded ones. */
  localFolder: string
  /** Whether browsers fetch files from the service; `baseUrl` replaces its own address. */
  links?: { baseUrl: string | null } | null
  partBytes?: number
  patience?: S3Patience
}

/** Seconds for which a link to the service is valid, and after which another one is signed, so that browsers cache the file. */
const link = { seconds: 600, sameFor: 300 }

/** Files as objects of an S3-compatible service. Any number of processes and machines may share the bucket. */
export async function openS3Storage({
  settings,
  localFolder,
  links = null,
  partBytes = usualPartBytes,
  patience,
}: OpenS3StorageOptions): Promise<Storage> {
  const client = openS3Client(settings, patience)
  const local = await openLocalFolder(localFolder)
  // Not every service lists unfinished uploads; lifecycle rules of the bucket do the same.
  const cleaning = abortLeftovers(client).catch(() => undefined)

  const storage: Storage = {
    kind: 's3',
    place: `bucket ${settings.bucket}${settings.prefix && `/${settings.prefix}`}`,

    async putFile(key, path) {
      requireKey(key)
      const stored = await uploadFile(client, key, path, partBytes).catch((error: unknown) => {
        throw storageErrorOf(error) ?? error
      })
      await rm(path, { force: true })
      return stored
    },

    async read(key, options = {}) {
      requireKey(key)
      requireRange(options)
      return readObject(client, key, options)
    },

    async openLocal(key) {
      requireKey(key)
      const file = local.open()
      try {
        const stream = await readObject(client, key)
        await pipeline(Readable.from(stream), createWriteStream(file.path, { mode: 0o600 }))
        return file
      } catch (error) {
        await file[Symbol.asyncDispose]()
        throw storageErrorOf(error) ?? error
      }
    },

    openTemp: () => local.open(),

    async stat(key) {
      requireKey(key)
      try {
        const { headers } = await client.send({ method: 'HEAD', key })
        return { bytes: Number(headers.get('content-length')) }
      } catch (error) {
        if (error instanceof StorageError && error.code === 'not_found') return undefined
        throw error
      }
    },

    async copy(from, to) {
      requireKey(from)
      requireKey(to)
      const answer = await client.send({
        method: 'PUT',
        key: to,
        headers: { 'x-amz-copy-source': `/${settings.bucket}/${client.nameOf(from)}` },
      })
      requireSuccess(await answer.text())
    },

    async delete(key) {
      requireKey(key)
      await deleteObject(client, key)
    },

    list: (prefix = '') => listObjects(client, prefix),

    check: () =>
      checkBy(local, async (path) => {
        const key = `probes/${path.slice(-36)}`
        await storage.putFile(key, path)
        await storage.delete(key)
      }),

    close: () => cleaning,
  }
  return links ? { ...storage, link: (key, options) => linkTo(client, key, { ...options, ...links }) } : storage
}

async function deleteObject(client: S3Client, key: string): Promise<void> {
  try {
    await client.send({ method: 'DELETE', key })
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'not_found') throw error
  }
}

async function* listObjects(client: S3Client, prefix: string): AsyncGenerator<ListedFile> {
  let after: string | undefined
  do {
    const token: Record<string, string> = after === undefined ? {} : { 'continuation-token': after }
    const answer = await client.send({ method: 'GET', query: { 'list-type': '2', prefix: client.nameOf(prefix), ...token } })
    const xml = await answer.text()
    for (const entry of readTags(xml, 'Contents')) {
      const key = readTag(entry, 'Key')?.slice(client.nameOf('').length) ?? ''
      if (isKey(key)) yield { key, bytes: Number(readTag(entry, 'Size')), modifiedAt: new Date(readTag(entry, 'LastModified') ?? 0) }
    }
    after = readTag(xml, 'IsTruncated') === 'true' ? readTag(xml, 'NextContinuationToken') : undefined
  } while (after !== undefined)
}

async function linkTo(
  client: S3Client,
  key: string,
  { mediaType, disposition, cacheControl, baseUrl }: LinkOptions & { baseUrl: string | null },
) {
  requireKey(key)
  const step = link.sameFor * 1000
  const url = await client.presign(key, {
    query: {
      'response-content-type': mediaType,
      'response-content-disposition': disposition,
      'response-cache-control': cacheControl,
    },
    seconds: link.seconds,
    signedAt: new Date(Math.floor(Date.now() / step) * step),
  })
  return baseUrl === null ? url.href : `${baseUrl}${url.pathname}${url.search}`
}
