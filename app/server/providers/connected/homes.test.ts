import { afterEach, expect, test, vi } from 'vitest'
import { serviceIds } from '../../env.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import type { KindModel } from '../kinds.ts'
import { homes } from './homes.ts'
import { openers } from '../openers.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

async function begin(model: KindModel, name: string): Promise<unknown> {
  const { signal } = new AbortController()
  const call = { model: name, prompt: 'a lake', options: {}, inputs: [], signal, idempotencyKey: 'g-1' }
  switch (model.kind) {
    case 'text':
      return model.stream({
        ...call,
        system: null,
        turns: [{ role: 'user', text: 'hi', files: [] }],
        maxOutputTokens: 16,
        onText: () => undefined,
      })
    case 'image':
      return model.generate({ ...call, count: 1 })
    case 'speech':
      return model.speak({ ...call, text: 'a lake' })
    case 'transcription':
      return model.transcribe(call)
    case 'operation':
      return model.start(call)
  }
}

test.each(serviceIds)('the calls to %s go to the home that is known for it', async (service) => {
  const called = new Set<string>()
  vi.stubGlobal('fetch', async (input: URL) => {
    called.add(input.origin)
    return Response.json({ error: 'nothing is drawn here' }, { status: 400 })
  })
  const vias = new Set<string>()
  const failures: unknown[] = []
  for (const model of catalogue[service]) {
    if (vias.has(`${model.type} ${model.via}`)) continue
    vias.add(`${model.type} ${model.via}`)
    const open = model.type === 'text' ? openers.text : openers.media
    const opened = await open?.({ service, apiKey: 'k', baseUrl: undefined }, model)
    if (opened) await begin(opened, model.model).catch((error: unknown) => failures.push(error))
  }
  expect(failures.map(String).join()).not.toContain('would leave')
  // The films of fal have a host of their own.
  expect([...called].filter((origin) => origin !== 'https://queue.fal.run')).toEqual([new URL(homes[service]).origin])
})
