import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { ServiceId } from '#app/server/env.ts'
import { failMedia, startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { answerTranscripts } from '#tests/fakes/providers/transcription-servers.ts'
import { makeFilm, makeSound } from '#tests/fixtures/make-media.ts'
import { expectVerdicts, openMediaService, runMedia } from '#tests/fixtures/media-service.ts'
import type { RunInput } from '../../kinds.ts'
import { readRecording } from './read-recording.ts'
import { joinWords, toSegments } from './to-segments.ts'

let dir: string
let server: Awaited<ReturnType<typeof startMediaServer>>
let recording: RunInput
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'transcription-'))
  recording = { role: 'source', mediaType: 'audio/wav', path: join(dir, 'recording.wav') }
  await writeFile(recording.path, makeSound())
  server = await startMediaServer(failMedia, answerTranscripts)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(dir, { recursive: true })
})

const run = (service: ServiceId, name: string, options: OptionValues = {}) =>
  runMedia(openMediaService(service, name, { url: server.url, scratchDir: dir }), { prompt: '', options, inputs: [recording] }).result

const text = 'Hello there. Good morning!'
const first = { start_ms: 100, end_ms: 900, text: 'Hello there.' }
const second = { start_ms: 1_000, end_ms: 1_900, text: 'Good morning!' }
const speakers = [
  { ...first, speaker: 1 },
  { ...second, speaker: 2 },
]

describe('transcripts', () => {
  const all: [ServiceId, string, OptionValues, object][] = [
    ['openai', 'gpt-transcribe', { language: 'en', terms: 'Quartet, lake' }, { language: 'en', segments: [] }],
    ['openai', 'gpt-4o-transcribe', {}, { segments: [] }],
    ['openai', 'whisper-1', { language: 'en' }, { language: 'english', segments: [first, second] }],
    ['openai', 'gpt-4o-transcribe-diarize', {}, { segments: speakers }],
    ['groq', 'whisper-large-v3-turbo', {}, { language: 'english', segments: [first, second] }],
    ['mistral', 'voxtral-small-transcribe-3-0', { speakers: false }, { language: null, segments: [first, second] }],
    ['mistral', 'voxtral-small-transcribe-3-0', { speakers: true }, { segments: speakers }],
    ['google', 'gemini-3.5-transcribe', { speakers: false }, { language: null, segments: [first, second] }],
    ['google', 'gemini-3.5-transcribe', { speakers: true }, { segments: speakers }],
    ['google', 'gemini-3.5-transcribe', { terms: 'Quartet, lake' }, { segments: [] }],
    ['elevenlabs', 'scribe_v2', { speakers: false }, { language: 'eng', segments: [first, second] }],
    ['elevenlabs', 'scribe_v2', { speakers: true }, { segments: speakers }],
  ]
  test.each(all)('%s %s with %j gives the text, its times and speakers', async (service, name, options, transcript) => {
    expect(await run(service, name, options)).toMatchObject({ text, files: [], transcript })
  })

  test('a recording without speech gives an empty transcript', async () => {
    expect(await run('groq', 'whisper-large-v3', { language: 'will-be-silent' })).toMatchObject({ text: '', transcript: { segments: [] } })
  })

  test('Google takes terms or times, and its own codes of languages', async () => {
    const sentFor = async (options: OptionValues) => {
      await run('google', 'gemini-3.5-transcribe', options)
      return JSON.parse(server.calls.at(-1)?.body ?? '') as unknown
    }
    const configOf = (audioTranscriptionConfig: object) => ({ generationConfig: { audioTranscriptionConfig } })
    expect(await sentFor({ language: 'zh' })).toMatchObject(configOf({ languageCodes: ['cmn-Hans-CN'], wordTimestamp: true }))
    const withTerms = await sentFor({ terms: 'Quartet, lake' })
    expect(withTerms).toMatchObject(configOf({ customVocabulary: ['Quartet', 'lake'] }))
    expect(JSON.stringify(withTerms)).not.toContain('wordTimestamp')
    expect(withTerms).toMatchObject({ contents: [{ parts: [{ inlineData: { mimeType: 'audio/wav' } }] }] })
  })

  test.each<[ServiceId, string]>([
    ['openai', 'whisper-1'],
    ['mistral', 'voxtral-mini-transcribe-3-0'],
    ['groq', 'whisper-large-v3'],
    ['google', 'gemini-3.5-transcribe'],
    ['elevenlabs', 'scribe_v2'],
  ])('%s %s: each fault has its class, and none repeats the message of the service', async (service, name) => {
    await expectVerdicts((fault) => run(service, name, { language: fault }), { mayRepeat: false })
    await expect(run(service, name, { language: 'will-be-cut' })).rejects.toMatchObject({ code: 'answer_lost' })
  })
})

describe('a recording as it is sent', () => {
  test('a small sound is sent as it is, with the ending of its format', async () => {
    const file = await readRecording(recording)
    expect([file.name, file.type, file.size]).toEqual(['recording.wav', 'audio/wav', makeSound().length])
  })

  test('a video without sound is refused before anything is sent', async () => {
    const film: RunInput = { role: 'source', mediaType: 'video/mp4', path: join(dir, 'film.mp4') }
    await writeFile(film.path, await makeFilm())
    await expect(readRecording(film)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('a format that services do not take is compressed to speech', async () => {
    const file = await readRecording({ ...recording, mediaType: 'audio/aac' })
    expect([file.name, file.type]).toEqual(['recording.ogg', 'audio/ogg'])
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe('OggS')
  })
})

describe('segments', () => {
  const word = (text: string, start: number, speaker = 'a') => ({ text, start, end: start + 0.3, speaker })

  test('words become passages that end at a sentence, a pause, a speaker or a subtitle’s length', () => {
    const words = [word('One ', 0), word('two. ', 0.4), word('Three ', 0.8), word('four ', 3), word('five', 3.4, 'b')]
    expect(joinWords(words).map(({ text }) => text.trim())).toEqual(['One two.', 'Three', 'four', 'five'])
    const long = Array.from({ length: 60 }, (_, index) => word(`word${index}${index % 9 === 8 ? ',' : ''} `, index * 0.35))
    for (const { text } of joinWords(long)) expect(text.length).toBeLessThan(120)
  })

  test('passages are put in order, without empty ones, and their times never run backwards', () => {
    const passages = [
      { start: 2, end: 1, text: 'b\0', speaker: 'x' },
      { start: 0, end: 1, text: ' a ', speaker: 'y' },
      { start: 1, end: 2, text: '  ' },
      { start: Number.NaN, end: 2, text: 'lost' },
    ]
    expect(toSegments(passages)).toEqual([
      { start_ms: 0, end_ms: 1_000, text: 'a', speaker: 1 },
      { start_ms: 2_000, end_ms: 2_000, text: 'b', speaker: 2 },
    ])
  })
})
