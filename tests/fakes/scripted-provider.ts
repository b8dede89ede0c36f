import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Provider, ProviderModel, RunContext, RunRequest, RunResult } from '#app/server/providers/provider.ts'

export type Script = (request: RunRequest, context: RunContext) => Promise<RunResult>

/** Content of the picture that `makesAFile` makes. */
export const fileContent = 'a picture, as far as storage can tell'

const text = (message: string) => ({ id: `test.${message}`, message })

function model(overrides: Pick<ProviderModel, 'id' | 'type' | 'price'> & Partial<ProviderModel>): ProviderModel {
  return {
    provider: 'scripted',
    name: text(overrides.id),
    description: text('scripted'),
    options: {
      size: { type: 'string', title: text('Size'), enum: ['small', 'large'], default: 'small' },
      duration: { type: 'integer', title: text('Length'), minimum: 1, maximum: 100, default: 1, 'x-unit': 'second' },
      seed: { type: 'integer', title: text('Seed'), minimum: 0, maximum: 1_000_000, 'x-control': 'seed' },
    },
    inputs: [],
    prompt: { placeholder: text('Words'), maxLength: 1_000, examples: [] },
    unavailable: null,
    ...overrides,
  }
}

/**
 * A provider controlled by the test: `script` is called for every run. Its models: `text-1` costs 1 token, `image-10` costs 10, `video`
 * costs 1 a second up to 100, `gone` is unavailable, `remix` costs 2 a picture, accepts pictures and a text, knows the word "lake", and
 * cannot draw a prompt that begins with "dragon". It clones voices, which no model of it reads in.
 */
export function scriptedProvider(script: Script = succeeds) {
  // The same objects each time, as other providers have them: what the server compiles for a model is kept by its object.
  const models = [
    model({ id: 'text-1', type: 'text', price: { base: 1, per: null } }),
    model({ id: 'image-10', type: 'image', price: { base: 10, per: null } }),
    model({ id: 'video', type: 'video', price: { base: 0, per: { measure: 'duration', every: 1, tokens: 1 } } }),
    model({
      id: 'remix',
      type: 'image',
      price: { base: 0, per: { measure: 'count', every: 1, tokens: 2 } },
      options: {
        count: { type: 'integer', title: text('Number of results'), minimum: 1, maximum: 4, default: 1 },
        without: { type: 'string', title: text('Exclude'), maxLength: 10, default: '', 'x-control': 'text' },
      },
      inputs: [
        { role: 'reference', types: ['image'], max: 2 },
        { role: 'source', types: ['text'], max: 1 },
      ],
    }),
    model({ id: 'gone', type: 'audio', price: { base: 1, per: null }, unavailable: { text: text('Not today'), values: {} } }),
  ]
  const provider: Provider & { script: Script } = {
    id: 'scripted',
    builtIn: true,
    script,
    models: async () => models,
    understand({ model: id, prompt }) {
      if (id !== 'remix') return null
      const terms = (prompt.match(/lake|dragon/g) ?? []).map(
        (word) => ({ text: word, role: word === 'lake' ? 'shown' : 'ignored' }) as const,
      )
      const used = /lake/.test(prompt) ? [text('Lake')] : []
      return { used, shown: used, ignored: prompt.match(/dragon/g) ?? [], terms }
    },
    advise: ({ model: id, prompt }) =>
      id === 'remix' && prompt.startsWith('dragon')
        ? {
            kind: 'not_drawn',
            words: ['dragon'],
            instead: [text('a lake'), text('at night')],
            suggestions: [
              { label: null, prompt: 'a lake', model: null, options: null },
              { label: text('On another model'), prompt, model: 'gone', options: null },
            ],
            // A run with a prompt about a story fails.
            free: !prompt.includes('story'),
            possible: !prompt.includes('story'),
          }
        : null,
    voiceCloner: {
      seconds: { least: 0.1, most: 30 },
      create: async ({ name }) => ({ id: name, key: 'a key' }),
      find: async () => [],
      remove: async () => undefined,
    },
    run: (request, context) => provider.script(request, context),
    close: async () => undefined,
  }
  return provider
}

export const succeeds: Script = async () => ({ text: 'done', files: [] })

/** Runs until it is aborted. */
export const hangs: Script = (_request, { signal }) =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** Makes one file with a poster. */
export function makesAFile(dir: string): Script {
  return async ({ generationId }) => {
    const path = join(dir, `${generationId}.webp`)
    const poster = join(dir, `${generationId}-poster.webp`)
    await writeFile(path, fileContent)
    await writeFile(poster, 'a smaller picture')
    const files = [
      {
        path,
        mediaType: 'image/webp',
        width: 4,
        height: 2,
        durationMs: null,
        peaks: null,
        poster: { path: poster, mediaType: 'image/webp', width: 2, height: 1 },
        thumbnail: null,
      },
    ]
    return { text: null, files }
  }
}
