import { embed, generateImage } from 'ai'
import { toFile } from 'openai'
import { expect } from 'vitest'
import { makePicture, makeSound } from '#tests/fixtures/make-media.ts'
import type { Row } from './row.ts'

/** The other calls of OpenAI's protocol, below `/openai/v1`. */

const wave = () => toFile(makeSound(), 'a.wav', { type: 'audio/wav' })
const png = async () => toFile(await makePicture(), 'a.png', { type: 'image/png' })

export const otherRows: readonly Row[] = [
  {
    call: 'models',
    shows: 'the list, and one model',
    outcome: 'works',
    isUsual: true,
    tries: {
      async openai({ openai }) {
        expect((await openai.models.list()).data.map(({ id }) => id)).toContain('desk/able')
        expect((await openai.models.retrieve('desk/able')).object).toBe('model')
      },
    },
  },
  {
    call: 'completions',
    shows: 'a prompt; the refusal names `chat/completions`',
    outcome: { refuses: 'prompt' },
    isUsual: true,
    tries: { openai: ({ openai }) => openai.completions.create({ model: 'desk/able', prompt: 'Once' }) },
  },
  {
    call: 'images/generations',
    shows: 'an image',
    outcome: 'works',
    isUsual: true,
    tries: {
      openai: async ({ openai }) =>
        expect((await openai.images.generate({ model: 'picture', prompt: 'A lake' })).data?.[0]?.b64_json).toBeTruthy(),
      ai: async ({ ai }) =>
        expect(
          (await generateImage({ model: ai.compatible.imageModel('picture'), prompt: 'A lake', maxRetries: 0 })).image.base64,
        ).toBeTruthy(),
    },
  },
  {
    call: 'images/generations',
    shows: 'a stream of partial images',
    outcome: 'works',
    tries: { openai: ({ openai }) => openai.images.generate({ model: 'picture', prompt: 'A lake', stream: true, partial_images: 2 }) },
  },
  {
    call: 'images/edits',
    shows: 'an image and a mask',
    outcome: 'works',
    tries: { openai: async ({ openai }) => openai.images.edit({ model: 'picture', image: await png(), prompt: 'A lake' }) },
  },
  {
    call: 'images/variations',
    shows: 'an image',
    outcome: { refuses: 'image' },
    tries: { openai: async ({ openai }) => openai.images.createVariation({ image: await png() }) },
  },
  {
    call: 'audio/speech',
    shows: 'a sound',
    outcome: 'works',
    tries: {
      async openai({ openai }) {
        const sound = await openai.audio.speech.create({ model: 'voice', voice: 'alloy', input: 'Hello' })
        expect((await sound.arrayBuffer()).byteLength).toBeGreaterThan(0)
      },
    },
  },
  {
    call: 'audio/speech',
    shows: 'a format that the model does not have',
    outcome: 'works',
    tries: {
      openai: ({ openai }) => openai.audio.speech.create({ model: 'voice', voice: 'alloy', input: 'Hello', response_format: 'flac' }),
    },
  },
  {
    call: 'audio/transcriptions',
    shows: 'a recording',
    outcome: 'works',
    tries: {
      openai: async ({ openai }) =>
        expect((await openai.audio.transcriptions.create({ model: 'ears', file: await wave() })).text).toBe('Hello there'),
    },
  },
  {
    call: 'audio/translations',
    shows: 'a recording, for a model that does not translate',
    outcome: { refuses: 'model' },
    tries: { openai: async ({ openai }) => openai.audio.translations.create({ model: 'ears', file: await wave() }) },
  },
  {
    call: 'embeddings',
    shows: 'a text',
    outcome: 'works',
    tries: {
      openai: ({ openai }) => openai.embeddings.create({ model: 'desk/nomic-embed-text', input: 'Hi' }),
      ai: ({ ai }) => embed({ model: ai.compatible.embeddingModel('desk/nomic-embed-text'), value: 'Hi', maxRetries: 0 }),
      langchain: ({ langchain }) => langchain.embeddings().embedQuery('Hi'),
    },
  },
  {
    call: 'videos',
    shows: 'a video',
    outcome: 'works',
    tries: { openai: ({ openai }) => openai.post('/videos', { body: { model: 'film', prompt: 'A lake' } }) },
  },
  {
    call: 'files',
    shows: 'an upload',
    outcome: 'works',
    tries: { openai: async ({ openai }) => openai.files.create({ file: await png(), purpose: 'vision' }) },
  },
  {
    call: 'moderations',
    shows: 'a text, without rules of the server',
    outcome: { refuses: 'input' },
    tries: { openai: ({ openai }) => openai.moderations.create({ input: 'Hi' }) },
  },
  {
    call: 'batches',
    shows: 'a batch',
    outcome: 'absent',
    tries: {
      openai: ({ openai }) => openai.batches.create({ input_file_id: 'file', endpoint: '/v1/chat/completions', completion_window: '24h' }),
    },
  },
]
