import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { makePicture } from '#tests/fixtures/make-media.ts'
import { readEnv } from '../../env.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import { noModelsFile } from '../models-file/no-models-file.ts'
import { openConnected } from './open-connected.ts'
import { openers } from '../openers.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'connected-'))
})
afterAll(() => rm(dir, { recursive: true }))

/** Runs an image model of a service at `own` with this result, next to another server of the operator at `other`. */
async function drawAt(result: { url: string; headers?: Record<string, string> }, { own, other }: { own: string; other: string }) {
  const [model] = catalogue.openai.filter(({ via }) => via === 'image')
  const [provider] = openConnected({
    env: readEnv({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: own, XAI_API_KEY: 'k', XAI_BASE_URL: other, OLLAMA_URL: other }),
    openers: {
      ...openers,
      media: async () => ({
        kind: 'image',
        generate: async () => ({ results: [result], usage: { runs: 1 } }),
      }),
    },
    modelsFile: noModelsFile,
    scratchDir: dir,
  })
  const request = { generationId: 'g', model: model?.id ?? '', prompt: 'a lake', options: {}, inputs: [], operation: null }
  return provider?.run(request, {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onPreview: () => undefined,
    onText: () => undefined,
    handOver: async () => undefined,
    saveOperation: async () => undefined,
  })
}

test('a result may be at a private address of its own service, which gets the key, and at no other server of the operator', async () => {
  const picture = await makePicture()
  await using own = await startMediaServer(() => ({ bytes: picture }))
  await using other = await startMediaServer(() => ({ bytes: picture }))
  const places = { own: own.url, other: other.url }
  const key = { authorization: 'Bearer k' }
  expect((await drawAt({ url: `${own.url}/a.png`, headers: key }, places))?.files).toHaveLength(1)
  expect(own.calls).toMatchObject([{ headers: key }])
  const elsewhere = `${other.url}/a.png`
  await expect(drawAt({ url: elsewhere }, places)).rejects.toThrow('the result is at a private address')
  await expect(drawAt({ url: elsewhere, headers: key }, places)).rejects.toThrow('the result is at another place than its key belongs to')
  expect(other.calls).toEqual([])
})
