import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { inspection } from '../../inspection/inspection.ts'
import type { StillPaths } from '../../inspection/tasks.ts'
import type { RawResult } from '../kinds.ts'
import { type ProducedFile, ProviderError } from '../provider.ts'
import { fetchResult } from './fetch-result.ts'
import type { ReceiveContext, ReceiveResult } from './receive.ts'
import { limitTime } from './time-limit.ts'

type MediaKind = Parameters<ReceiveResult>[1]['kind']

export type ReceiveLimits = {
  bytes: Record<MediaKind, number>
  /** Time limits from the first byte to the last, and from one piece to the next. */
  totalMs: number
  idleMs: number
}

const megabyte = 1024 * 1024
const usualLimits: ReceiveLimits = {
  bytes: { image: 64 * megabyte, audio: 256 * megabyte, video: 1024 * megabyte },
  totalMs: 10 * 60_000,
  idleMs: 60_000,
}

export const receiveResult: ReceiveResult = receiveWithin(usualLimits)

export function receiveWithin(limits: ReceiveLimits): ReceiveResult {
  return async (raw, { kind, context }) => {
    const name = join(context.dir, `result-${randomUUID()}`)
    const paths = { file: name, poster: `${name}-poster.webp`, thumbnail: `${name}-thumbnail.webp` }
    try {
      await copy(raw, { path: paths.file, most: limits.bytes[kind], limits, context })
      return await inspect(paths, { kind, signal: context.signal })
    } catch (error) {
      await Promise.all(Object.values(paths).map((path) => rm(path, { force: true })))
      throw error
    }
  }
}

type CopyOptions = { path: string; most: number; limits: ReceiveLimits; context: ReceiveContext }

async function copy(raw: RawResult, { path, most, limits, context }: CopyOptions): Promise<void> {
  using limit = limitTime(context.signal, { ...limits, phase: 'result' })
  let bytes = 0
  const count = async function* (source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      limit.alive()
      bytes += chunk.byteLength
      // Another request would return as much again.
      if (bytes > most) throw new ProviderError('temporary', 'the result is too big', { final: true, phase: 'result' })
      yield chunk
    }
  }
  try {
    const source = 'bytes' in raw ? Readable.from([raw.bytes]) : await fetchResult(raw.url, { ...raw, ...context, signal: limit.signal })
    await pipeline(source, count, createWriteStream(path), { signal: limit.signal })
  } catch (error) {
    const explained = limit.explain(error)
    context.signal.throwIfAborted()
    throw explained instanceof ProviderError ? explained : new ProviderError('temporary', 'the result broke off', { phase: 'result' })
  }
  if (bytes === 0) throw new ProviderError('temporary', 'the result is empty', { phase: 'result' })
}

async function inspect(paths: StillPaths, { kind, signal }: { kind: MediaKind; signal: AbortSignal }): Promise<ProducedFile> {
  const found = await inspection.run('inspectResult', { paths, kind }, { signal }).catch((cause: unknown) => {
    signal.throwIfAborted()
    throw new ProviderError('temporary', `the result is no ${kind} that can be read`, { cause, phase: 'result' })
  })
  if (!found) throw new ProviderError('temporary', `the result is not of the type that was asked for: ${kind}`, { phase: 'result' })
  const { stills, ...described } = found
  const still = (path: string, size: { width: number; height: number } | undefined) =>
    size ? { path, mediaType: 'image/webp', ...size } : null
  return {
    ...described,
    path: paths.file,
    poster: still(paths.poster, stills?.poster),
    thumbnail: still(paths.thumbnail, stills?.thumbnail),
  }
}
