import type { ServiceId } from '../../env.ts'
import { type Group, type Media, mediaModels, perInputMinute, words } from './builders.ts'
import type { CatalogueEntry } from './model.ts'
import { input, option } from './options.ts'

type Transcriber = Omit<Media, 'inputs'> & {
  /** The longest recording, in seconds, if the service states it. */
  longest?: number
}

const transcribers = (service: ServiceId, facts: Group, models: readonly Transcriber[]): CatalogueEntry[] =>
  mediaModels(
    service,
    { ...facts, what: 'transcription', via: 'transcription', maxLength: 0 },
    models.map(({ longest, ...model }) => ({ ...model, inputs: [input.recording(longest)] })),
  )

/** The services state their prices per minute or hour of the recording. */
const perHour = (dollars: number) => perInputMinute(dollars / 60)

const openaiEnd = {
  source: 'https://developers.openai.com/api/docs/deprecations',
  endsAt: '2027-02-26',
  successor: 'openai/gpt-transcribe',
}
/** The limit that the service names when it rejects a longer recording. */
const longestGpt4o = 1_400

/** Speech to text. */
export const transcription = {
  openai: transcribers('openai', { source: 'https://developers.openai.com/api/docs/models/gpt-transcribe', checked: '2026-11-24' }, [
    {
      model: 'gpt-transcribe',
      name: 'GPT Transcribe',
      description: words.plainTranscript,
      timeless: true,
      cost: perInputMinute(0.0045),
      options: { language: option.language, terms: option.terms },
    },
    {
      model: 'whisper-1',
      name: 'Whisper',
      description: words.timedTranscript,
      cost: perInputMinute(0.006),
      options: { language: option.language, terms: option.terms },
      ...openaiEnd,
    },
    {
      model: 'gpt-4o-transcribe-diarize',
      name: 'GPT-4o Transcribe Diarize',
      description: words.speakerTranscript,
      cost: perInputMinute(0.006),
      options: { language: option.language },
      longest: longestGpt4o,
      ...openaiEnd,
    },
    {
      model: 'gpt-4o-transcribe',
      name: 'GPT-4o Transcribe',
      description: words.plainTranscript,
      timeless: true,
      cost: perInputMinute(0.006),
      options: { language: option.language, terms: option.terms },
      longest: longestGpt4o,
      ...openaiEnd,
    },
    {
      model: 'gpt-4o-mini-transcribe',
      name: 'GPT-4o mini Transcribe',
      description: words.plainTranscript,
      timeless: true,
      cost: perInputMinute(0.003),
      options: { language: option.language, terms: option.terms },
      longest: longestGpt4o,
      ...openaiEnd,
    },
  ]),
  mistral: transcribers(
    'mistral',
    { source: 'https://docs.mistral.ai/studio/audio/speech-to-text/transcribe-files', checked: '2026-11-24' },
    [
      {
        model: 'voxtral-small-transcribe-3-0',
        name: 'Voxtral Small Transcribe 3',
        description: words.speakerTranscript,
        cost: perInputMinute(0.004),
        options: { language: option.language, speakers: option.speakers, terms: option.terms },
        source: 'https://vercel.com/ai-gateway/models/voxtral-small-transcribe-3.md',
      },
      {
        model: 'voxtral-mini-transcribe-3-0',
        name: 'Voxtral Mini Transcribe 3',
        description: words.speakerTranscript,
        cost: perInputMinute(0.0035),
        options: { language: option.language, speakers: option.speakers, terms: option.terms },
        source: 'https://vercel.com/ai-gateway/models/voxtral-mini-transcribe-3.md',
      },
    ],
  ),
  elevenlabs: transcribers('elevenlabs', { source: 'https://vercel.com/ai-gateway/models/scribe-v2', checked: '2026-11-24' }, [
    {
      model: 'scribe_v2',
      name: 'Scribe v2',
      description: words.speakerTranscript,
      cost: perHour(0.22),
      options: { language: option.language, speakers: option.speakers, events: option.soundEvents },
    },
  ]),
  groq: transcribers('groq', { source: 'https://console.groq.com/docs/speech-to-text', checked: '2026-11-24' }, [
    {
      model: 'whisper-large-v3-turbo',
      name: 'Whisper Large v3 Turbo',
      description: words.timedTranscript,
      cost: perHour(0.04),
      options: { language: option.language, terms: option.terms },
    },
    {
      model: 'whisper-large-v3',
      name: 'Whisper Large v3',
      description: words.timedTranscript,
      cost: perHour(0.111),
      options: { language: option.language, terms: option.terms },
    },
  ]),
}
