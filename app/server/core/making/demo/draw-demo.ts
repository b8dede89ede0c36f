import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Demo, DrawDemo } from '#app/contract/runs/demo.ts'
import type { Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { pathsOf } from '#app/server/providers/paths-of.ts'
import { type ProducedFile, ProviderError, type ProviderModel } from '#app/server/providers/provider.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { addressKey } from '../../rules/limits/address.ts'
import type { Attempts, Limit } from '../../rules/limits/attempts.ts'
import { checkOptions } from '../models/check-options.ts'
import type { ReadModeration } from '../models/moderation.ts'
import { advisePrompt, toAdvice } from '../models/understand-prompt.ts'
import { Problem } from '../../problem.ts'
import { requireAllowedWords } from '../../rules/safety/rules.ts'
import type { DemoImage, DemoImages } from './demo-images.ts'

/** The built-in model that draws for visitors. */
const modelId = 'sketch-image'
/** Options of an image that fills a window; the same prompt always gives the same one. A phone's is smaller, and ready sooner. */
const options = {
  '16:9': { aspect: '16:9', size: '1536', format: 'webp', embed_prompt: false, seed: 4 },
  '9:16': { aspect: '9:16', size: '1024', format: 'webp', embed_prompt: false, seed: 4 },
} as const satisfies Record<DrawDemo['aspect'], unknown>
/** Milliseconds after which the drawing is given up; normally it takes a fraction of a second. */
const drawWithinMs = 15_000

export type DrawDemoOptions = DrawDemo & {
  images: DemoImages
  providers: Providers
  attempts: Attempts
  db: Database
  moderation: ReadModeration | undefined
  logger: Logger
  locale: Locale
  address: string
}

/** Draws an image for a visitor, with the advice that a quote would give. No work is stored. */
export async function drawDemo({ images, attempts, prompt, aspect, locale, address, ...tools }: DrawDemoOptions): Promise<Demo> {
  await attempts.demoByAddress.take(addressKey(address))
  const model = await tools.providers.find(modelId)
  if (!model || model.unavailable || !tools.providers.isBuiltIn(model)) throw new Problem('model_unavailable')
  const run = { model: model.id, prompt, options: checkOptions(model.options, options[aspect]), roles: [] }
  // A visitor tries this one model.
  const advice = await advisePrompt(tools.providers, run, () => false)
  const key = `${aspect} ${normalize(prompt)}`
  const found = images.find(key)
  if (!found) {
    await checkRules(tools, prompt)
    await takeOne(attempts, address)
  }
  const image = await (found ?? images.draw(key, () => draw(tools, { model, run })))
  // A visitor sets no options.
  const usable = advice && { ...advice, suggestions: advice.suggestions.filter((one) => one.options === null) }
  return { prompt, image, advice: usable && toAdvice(locale, usable, null) }
}

/** Case, spaces and final punctuation do not change the image. */
const normalize = (prompt: string) =>
  prompt
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/(?<![\s.!…])[\s.!…]+$/, '')

async function takeOne({ demoImagesByAddress, demoImages }: Attempts, address: string): Promise<void> {
  await refuse(demoImagesByAddress, addressKey(address), 'too_many_demos')
  try {
    await refuse(demoImages, 'all', 'demo_busy')
  } catch (error) {
    await demoImagesByAddress.giveBack(addressKey(address))
    throw error
  }
}

async function refuse(limit: Limit, key: string, code: 'too_many_demos' | 'demo_busy'): Promise<void> {
  await limit.take(key).catch((error: unknown) => {
    if (error instanceof Problem && error.retryAfter !== undefined) throw new Problem(code, { retryAfter: error.retryAfter })
    throw error
  })
}

type Tools = Pick<DrawDemoOptions, 'db' | 'providers' | 'moderation' | 'logger'>

async function checkRules({ db, moderation: read, logger: log }: Tools, prompt: string): Promise<void> {
  await requireAllowedWords(db, [prompt])
  const moderation = await read?.()
  try {
    await moderation?.check(prompt, { signal: AbortSignal.timeout(drawWithinMs), log })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.code === 'refused') throw new Problem('invalid_input', { fields: { prompt: 'prompt_not_allowed' } })
    throw new Problem('demo_busy', { retryAfter: 60, cause: error })
  }
}

type Drawing = { model: ProviderModel; run: { prompt: string; options: ReturnType<typeof checkOptions> } }

async function draw({ providers, logger }: Tools, { model, run }: Drawing): Promise<DemoImage> {
  const ignore = () => undefined
  const request = { generationId: randomUUID(), model: model.id, ...run, inputs: [], operation: null }
  const unused = {
    onProgress: ignore,
    onText: ignore,
    onPreview: ignore,
    handOver: async () => undefined,
    saveOperation: async () => undefined,
  }
  try {
    const { files } = await providers.run(request, { signal: AbortSignal.timeout(drawWithinMs), ...unused })
    const [file] = files
    if (!file) throw new Error('the model made no image')
    return await readImage(file)
  } catch (error) {
    if (!(error instanceof ProviderError) || !error.retryable) throw error
    logger.warn({ err: error }, 'a demo image was not drawn')
    throw new Problem('demo_busy', { retryAfter: 60, cause: error })
  }
}

async function readImage(file: ProducedFile): Promise<DemoImage> {
  try {
    const url = `data:${file.mediaType};base64,${await readFile(file.path, 'base64')}`
    return { url, width: file.width ?? 0, height: file.height ?? 0 }
  } finally {
    await Promise.all(pathsOf(file).map((path) => rm(path, { force: true })))
  }
}
