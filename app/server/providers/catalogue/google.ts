import {
  common,
  mediaModels,
  named,
  perMillionTokens,
  perRun,
  perSecond,
  perThousandCharacters,
  textModels,
  wide,
  words,
} from './builders.ts'
import type { CatalogueEntry } from './model.ts'
import { input, option } from './options.ts'

const deprecations = 'https://ai.google.dev/gemini-api/docs/deprecations'
const pricing = 'https://ai.google.dev/gemini-api/docs/pricing'

const efforts = ['low', 'medium', 'high'] as const

const voices = option.voice(named('Kore Puck Zephyr Charon Aoede Leda Orus Fenrir'))

/** Sizes above 720p are available only for eight seconds. */
const film = {
  aspect: option.aspect(wide),
  duration: option.seconds({ from: 4, to: 8, step: 2, preset: 8 }),
  resolution: option.resolution(['720p', '1080p', '4k'], '720p', { option: 'duration', in: [8] }),
  negative: option.negative,
}

/** A last frame and references are available only for eight seconds, and references not together with frames. */
const eightSeconds = { option: 'duration', in: [8] }
const filmInputs = [input.firstFrame, { ...input.lastAfterFirst, when: eightSeconds }, input.cast(3, eightSeconds)]

const music = { lyrics: option.lyrics, instrumental: option.instrumental }

export const googleModels: readonly CatalogueEntry[] = [
  // Models before Gemini 3 bill a search by the prompt and at more than twice the price.
  ...textModels(
    'google',
    {
      source: pricing,
      checked: '2026-11-23',
      reads: ['image', 'document', 'audio'],
      search: 0.014,
      links: true,
      code: true,
      thinks: true,
      efforts,
    },
    [
      {
        model: 'gemini-4-argon',
        name: 'Gemini 4 Argon',
        description: words.strong,
        cost: perMillionTokens(2, 10),
        laterCost: { from: '2026-12-01', cost: perMillionTokens(4, 20) },
        longest: 32_768,
      },
      {
        model: 'gemini-3.8-flash',
        name: 'Gemini 3.8 Flash',
        description: words.quick,
        cost: perMillionTokens(0.75, 3.75),
        laterCost: { from: '2027-01-01', cost: perMillionTokens(1.5, 7.5) },
        longest: 16_384,
      },
      {
        model: 'gemini-3.5-flash-lite',
        name: 'Gemini 3.5 Flash-Lite',
        description: words.tiny,
        cost: perMillionTokens(0.3, 2.5),
        efforts: ['minimal', ...efforts],
        source: 'https://docs.cloud.google.com/gemini-enterprise-agent-platform/models/gemini/3-5-flash-lite',
        checked: '2026-11-26',
      },
      {
        model: 'gemini-2.5-pro',
        search: null,
        links: false,
        code: false,
        name: 'Gemini 2.5 Pro',
        description: words.strong,
        cost: perMillionTokens(1.25, 10),
        longest: 16_384,
        temperature: 2,
        source: deprecations,
        endsAt: '2026-12-01',
        successor: 'google/gemini-3.8-flash',
      },
      {
        model: 'gemini-2.5-flash',
        search: null,
        links: false,
        code: false,
        name: 'Gemini 2.5 Flash',
        description: words.quick,
        cost: perMillionTokens(0.3, 2.5),
        temperature: 2,
        source: deprecations,
        endsAt: '2026-12-01',
        successor: 'google/gemini-3.5-flash-lite',
      },
      // Google has named no end for this one, unlike for the other models of its generation.
      {
        model: 'gemini-2.5-flash-lite',
        search: null,
        links: false,
        code: false,
        name: 'Gemini 2.5 Flash-Lite',
        description: words.tiny,
        cost: perMillionTokens(0.1, 0.4),
        temperature: 2,
        source: deprecations,
        checked: '2026-11-26',
      },
    ],
  ),
  ...textModels(
    'google',
    { source: 'https://ngrok.com/changelog/ai-gateway-gemini-image-output', checked: '2026-11-26', reads: ['image'] },
    [
      {
        model: 'gemini-nano-banana-2.1',
        id: 'google/gemini-nano-banana-2.1-chat',
        name: 'Nano Banana 2.1 Chat',
        description: words.drawing,
        cost: perMillionTokens(1.5, 7.5),
        // An image of 1K costs $0.0336 for 1,120 tokens, which the answer counts and which are charged at the price of text.
        makes: { each: 0.0252 },
      },
    ],
  ),
  ...mediaModels(
    'google',
    {
      what: 'image',
      via: 'image',
      maxLength: 8_000,
      source: 'https://ai.google.dev/gemini-api/docs/image-generation',
      checked: '2026-11-23',
    },
    [
      {
        model: 'gemini-nano-banana-2.1',
        name: 'Nano Banana 2.1',
        description: words.edit,
        // An image of 1K costs $0.0336, and the text that the model thinks before it costs extra.
        cost: perRun(0.045),
        options: { aspect: option.aspect([...common, '3:2', '2:3', '4:5', '5:4', '21:9']) },
        inputs: [input.picture, input.pictures(6)],
      },
    ],
  ),
  ...mediaModels('google', { what: 'video', via: 'operation', maxLength: 4_000, source: pricing, checked: '2026-11-23' }, [
    {
      model: 'veo-3.1-generate-preview',
      name: 'Veo 3.1',
      description: words.withCast,
      cost: perSecond(0.4, { resolution: { '4k': 1.5 } }),
      options: film,
      inputs: filmInputs,
    },
    {
      model: 'veo-3.1-fast-generate-preview',
      name: 'Veo 3.1 Fast',
      description: words.fastFilm,
      cost: perSecond(0.1, { resolution: { '1080p': 1.2, '4k': 3 } }),
      options: film,
      inputs: filmInputs,
    },
  ]),
  // Speech is billed by the second of sound; a thousand characters take about seventy seconds.
  ...mediaModels('google', { what: 'speech', via: 'speech', maxLength: 8_000, source: pricing, checked: '2026-11-23' }, [
    {
      model: 'gemini-3.8-flash-tts',
      name: 'Gemini 3.8 Flash TTS',
      description: words.speech,
      cost: perThousandCharacters(0.02),
      laterCost: { from: '2027-01-01', cost: perThousandCharacters(0.04) },
      options: { voice: voices },
    },
    {
      model: 'gemini-3.8-flash-lite-tts',
      name: 'Gemini 3.8 Flash-Lite TTS',
      description: words.fastSpeech,
      cost: perThousandCharacters(0.014),
      laterCost: { from: '2027-01-01', cost: perThousandCharacters(0.028) },
      options: { voice: voices },
    },
    {
      model: 'gemini-2.5-flash-preview-tts',
      name: 'Gemini 2.5 Flash TTS',
      description: words.speech,
      cost: perThousandCharacters(0.02),
      options: { voice: voices },
      checked: '2026-11-21',
    },
  ]),
  ...mediaModels(
    'google',
    {
      what: 'music',
      via: 'operation',
      maxLength: 4_000,
      source: 'https://ai.google.dev/gemini-api/docs/music-generation',
      checked: '2026-11-24',
    },
    [
      // The prices are those that resellers quote from Google; this page names none.
      { model: 'lyria-3.5', name: 'Lyria 3.5', description: words.songs, cost: perRun(0.08), options: music, inputs: [input.pictures(6)] },
      {
        model: 'lyria-3-clip-preview',
        name: 'Lyria 3 Clip',
        description: words.clips,
        cost: perRun(0.04),
        options: music,
        inputs: [input.pictures(6)],
      },
    ],
  ),
]
