import { join, resolve } from 'node:path'
import type { Env } from '../env.ts'
import { openDiskStorage } from './disk-storage.ts'
import { baseUrl, type S3Settings } from './s3-client.ts'
import { openS3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'
import { withFallback } from './with-fallback.ts'

export type Places = {
  /** Where new files go. */
  store: Storage
  /** Where files are also read from, while they are moved. */
  fallback: Storage | undefined
}

/** Opens the storage that the environment names: the S3 service if one is set, else a folder. */
export async function openStorage(env: Env): Promise<Storage> {
  const { store, fallback } = await openPlaces(env)
  return fallback ? withFallback(store, fallback) : store
}

export async function openPlaces(env: Env): Promise<Places> {
  return {
    store: await openPlace(env, env.FILES_STORE ?? (readS3Settings(env) ? 's3' : 'folder')),
    fallback: env.FILES_FALLBACK && (await openPlace(env, env.FILES_FALLBACK)),
  }
}

async function openPlace(env: Env, kind: Storage['kind']): Promise<Storage> {
  const settings = readS3Settings(env)
  if (kind === 'folder' || !settings) return openDiskStorage(join(resolve(env.DATA_DIR), 'files'))
  return openS3Storage({
    settings,
    localFolder: join(resolve(env.DATA_DIR), 'incoming'),
    links: env.FILES_DELIVERY === 'redirect' ? { baseUrl: env.FILES_URL ?? null } : null,
  })
}

function readS3Settings({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
  S3_REGION: region = 'us-east-1',
  S3_PATH_STYLE: pathStyle = true,
  S3_PREFIX: prefix = '',
}: Env): S3Settings | undefined {
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined
  return { endpoint, bucket, accessKeyId, secretAccessKey, region, pathStyle, prefix }
}

/** The origin from which browsers load files in addition to this site; undefined if this site delivers all. */
export function deliveryOrigin(env: Env): string | undefined {
  if (env.FILES_DELIVERY === 'proxy') return undefined
  const settings = readS3Settings(env)
  const url = env.FILES_URL ?? (settings && baseUrl(settings))
  return url && new URL(url).origin
}
