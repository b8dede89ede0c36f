import { readFile } from 'node:fs/promises'
import type { Logger } from 'pino'
import * as v from 'valibot'
import { inspection } from '#app/server/inspection/inspection.ts'
import { fetchWithin } from '#app/server/egress/fetch-within.ts'
import { ProviderError } from '#app/server/providers/provider.ts'
import { unusableFile } from '#app/server/providers/unusable-file.ts'

type CheckOptions = { signal: AbortSignal; log: Pick<Logger, 'info' | 'warn'> }

/** Moderation by the operator's rules, of inputs before a model is called and of results. */
export type Moderation = {
  /** Throws a `ProviderError` with `refused`; the content is not logged. */
  check(text: string, options: CheckOptions): Promise<void>
  /** The same for image files; does nothing when no judge checks images. */
  checkPictures(paths: readonly string[], options: CheckOptions): Promise<void>
}

/** Reads the moderation in force, from the environment and the rules that were set in the browser; undefined without one. */
export type ReadModeration = () => Promise<Moderation | undefined>

export type Judge = {
  name: string
  forbids(text: string, signal: AbortSignal): Promise<boolean>
  forbidsPicture?(jpeg: Uint8Array, signal: AbortSignal): Promise<boolean>
}

/** Combines the judges. If one is unreachable, the check fails, because the operator wants nothing unchecked. */
export function openModeration(judges: readonly Judge[]): Moderation | undefined {
  if (judges.length === 0) return undefined
  const refuse = (name: string, log: CheckOptions['log']): never => {
    log.info({ judge: name }, 'refused by moderation')
    throw new ProviderError('refused', `refused by ${name}`)
  }
  return {
    async check(text, { signal, log }) {
      for (const { name, forbids } of judges) if (await forbids(text, signal)) refuse(name, log)
    },
    async checkPictures(paths, { signal, log }) {
      for (const { name, forbidsPicture } of judges) {
        if (!forbidsPicture) continue
        for (const path of paths) if (await forbidsPicture(await shrink(path), signal)) refuse(name, log)
      }
    },
  }
}

/** Reduces an image to the size needed, without metadata such as its location. */
async function shrink(path: string): Promise<Uint8Array> {
  try {
    const size = { width: 1_024, height: 1_024, fit: 'inside' } as const
    return (await inspection.run('redraw', { path, ...size, quality: 85, isOpaque: true })).bytes
  } catch (error) {
    throw unusableFile('a picture could not be read', error)
  }
}

/** Reads the operator's list: one term per line, `#` starts a comment. Matches whole words, ignoring case and accents. */
export async function wordListJudge(path: string): Promise<Judge> {
  const lines = (await readFile(path, 'utf8')).split(/\r?\n/)
  const phrases = lines.map((line) => wordsOf(line.replace(/#.*/, ''))).filter((words) => words.trim() !== '')
  return {
    name: 'the word list',
    async forbids(text) {
      const words = wordsOf(text)
      return phrases.some((phrase) => words.includes(phrase))
    },
  }
}

/** Reduces text to letters and digits, with single spaces between words and at both ends. */
function wordsOf(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return ` ${plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `
}

const verdictSchema = v.object({ results: v.pipe(v.array(v.object({ flagged: v.boolean() })), v.minLength(1)) })
const answerWithinMs = 15_000

/** Statuses of a key that is invalid, without money or busy; another key may do. */
const keyFaults = [401, 402, 403, 429]

export type OpenaiJudgeOptions = {
  /** The keys to try in turn. Without any, nothing can be checked. */
  keys: () => Promise<readonly string[]>
  baseUrl: string
}

/** Opens OpenAI's free moderation endpoint. It takes one image at a time, and no audio or video. */
export function openaiJudge({ keys, baseUrl }: OpenaiJudgeOptions): Judge {
  const send = (apiKey: string, input: unknown, signal: AbortSignal) =>
    fetchWithin([baseUrl])(`${baseUrl}/moderations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'omni-moderation-latest', input }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]),
    }).catch(() => null)
  async function ask(input: unknown, signal: AbortSignal): Promise<boolean> {
    let answer: Response | null = null
    for (const apiKey of await keys()) {
      answer = await send(apiKey, input, signal)
      if (!answer || !keyFaults.includes(answer.status)) break
    }
    if (!answer?.ok)
      throw new ProviderError('temporary', `the moderation service answered ${answer?.status ?? 'nothing'}`, { status: answer?.status })
    const verdict = v.safeParse(verdictSchema, await answer.json().catch(() => null))
    if (!verdict.success) throw new ProviderError('temporary', 'the moderation service gave no verdict')
    return verdict.output.results.some(({ flagged }) => flagged)
  }
  return {
    name: 'the moderation service',
    forbids: ask,
    forbidsPicture(jpeg, signal) {
      const url = `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`
      return ask([{ type: 'image_url', image_url: { url } }], signal)
    },
  }
}
