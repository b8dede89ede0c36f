import type { PriceRule } from '#app/contract/runs/models.ts'
import type { ServiceId } from '../../env.ts'
import {
  elevenVoices,
  flux,
  mediaModels,
  perMillionTokens,
  perRun,
  perSecond,
  perThousandCharacters,
  common,
  textModels,
  wide,
  words,
} from './builders.ts'
import { googleModels } from './google.ts'
import { falModels, replicateModels } from './hosts.ts'
import type { CatalogueEntry } from './model.ts'
import { ideogramModels } from './ideogram.ts'
import { klingModels } from './kling.ts'
import { lumaModels } from './luma.ts'
import { mistralModels } from './mistral.ts'
import { openaiModels } from './openai.ts'
import { input, option } from './options.ts'
import { recraftModels } from './recraft.ts'
import { runwayModels } from './runway.ts'
import { stabilityModels } from './stability.ts'
import { transcription } from './transcription.ts'
import { xaiModels } from './xai.ts'

/**
 * The models of each service, with limits and costs in dollars, from which prices in tokens are computed. Each entry names its source
 * document and the day of the last comparison. Services change their prices, and costs of pictures, speech and films are typical values if
 * the service counts differently. Check them before opening the site to others, and set your own in `MODELS_FILE`.
 */
export const catalogue: Record<ServiceId, readonly CatalogueEntry[]> = {
  openai: [...openaiModels, ...transcription.openai],
  google: googleModels,
  xai: xaiModels,
  anthropic: textModels(
    'anthropic',
    {
      source: 'https://platform.claude.com/docs/en/about-claude/models/overview',
      checked: '2026-11-23',
      reads: ['image', 'document'],
      search: 0.01,
      links: true,
    },
    [
      {
        model: 'claude-opus-5-5',
        name: 'Claude Opus 5.5',
        description: words.strong,
        cost: perMillionTokens(4, 20),
        longest: 32_768,
        thinks: true,
        efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
      },
      {
        model: 'claude-sonnet-5-5',
        name: 'Claude Sonnet 5.5',
        description: words.strong,
        cost: perMillionTokens(2, 10),
        longest: 16_384,
        thinks: true,
        efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
      },
      { model: 'claude-haiku-5-5', name: 'Claude Haiku 5.5', description: words.tiny, cost: perMillionTokens(0.1, 0.5) },
      {
        model: 'claude-opus-4-5',
        name: 'Claude Opus 4.5',
        description: words.strong,
        cost: perMillionTokens(5, 25),
        temperature: 1,
        checked: '2026-11-21',
      },
      {
        model: 'claude-sonnet-4-5',
        name: 'Claude Sonnet 4.5',
        description: words.strong,
        cost: perMillionTokens(3, 15),
        temperature: 1,
        source: 'https://platform.claude.com/docs/en/models/sonnet-4-5/overview',
        endsAt: '2026-11-30',
        successor: 'anthropic/claude-sonnet-5-5',
      },
      {
        model: 'claude-haiku-4-5',
        name: 'Claude Haiku 4.5',
        description: words.quick,
        cost: perMillionTokens(1, 5),
        temperature: 1,
        checked: '2026-11-21',
      },
    ],
  ),
  mistral: [...mistralModels, ...transcription.mistral],
  fal: falModels,
  replicate: replicateModels,
  bfl: mediaModels(
    'bfl',
    { what: 'image', via: 'image', maxLength: 4_000, source: 'https://docs.bfl.ai/api-reference', checked: '2026-11-21' },
    [
      {
        model: 'flux-2-pro',
        name: 'FLUX.2 [pro]',
        description: words.edit,
        // Drawing and reading cost a megapixel each.
        cost: perRun(0.045),
        options: { aspect: option.aspect(common), seed: option.seed },
        inputs: [input.picture],
        source: 'https://docs.bfl.ai/api-reference/models/generate-or-edit-an-image-with-flux2-[pro]',
        checked: '2026-11-23',
      },
      { model: 'flux-pro-1.1', name: 'FLUX1.1 [pro]', description: words.picture, cost: perRun(0.04), options: flux },
      { model: 'flux-pro-1.1-ultra', name: 'FLUX1.1 [pro] Ultra', description: words.finePicture, cost: perRun(0.06), options: flux },
      {
        model: 'flux-kontext-pro',
        name: 'FLUX.1 Kontext [pro]',
        description: words.edit,
        cost: perRun(0.04),
        options: flux,
        inputs: [input.picture, input.pictures(3)],
      },
      {
        model: 'flux-kontext-max',
        name: 'FLUX.1 Kontext [max]',
        description: words.edit,
        cost: perRun(0.08),
        options: flux,
        inputs: [input.picture, input.pictures(3)],
      },
      {
        model: 'flux-pro-1.0-fill',
        name: 'FLUX.1 Fill [pro]',
        description: words.fill,
        cost: perRun(0.05),
        options: { seed: option.seed },
        inputs: [input.givenPicture, input.givenMask],
      },
      {
        model: 'flux-pro-1.0-expand',
        name: 'FLUX.1 Expand [pro]',
        description: words.extend,
        cost: perRun(0.05),
        options: { ...option.sides, seed: option.seed },
        inputs: [input.givenPicture],
        task: 'extend',
        source: 'https://docs.comfy.org/development/comfy-router/models/black-forest-labs/flux-pro-1-0-expand/code',
        checked: '2026-11-24',
      },
    ],
  ),
  elevenlabs: [
    ...mediaModels(
      'elevenlabs',
      { what: 'speech', via: 'speech', maxLength: 10_000, source: 'https://elevenlabs.io/pricing/api', checked: '2026-11-23' },
      [
        {
          model: 'eleven_v3',
          name: 'Eleven v3',
          description: words.speech,
          cost: perThousandCharacters(0.1),
          options: { voice: option.voice(elevenVoices) },
        },
        {
          model: 'eleven_multilingual_v2',
          name: 'Eleven Multilingual v2',
          description: words.speech,
          cost: perThousandCharacters(0.1),
          options: { voice: option.voice(elevenVoices), speed: option.speed(0.7, 1.2) },
        },
        {
          model: 'eleven_flash_v2_5',
          name: 'Eleven Flash v2.5',
          description: words.fastSpeech,
          cost: perThousandCharacters(0.05),
          options: { voice: option.voice(elevenVoices), speed: option.speed(0.7, 1.2) },
        },
      ],
    ),
    ...mediaModels(
      'elevenlabs',
      {
        what: 'music',
        via: 'operation',
        maxLength: 2_000,
        source: 'https://elevenlabs.io/docs/api-reference/music/compose',
        checked: '2026-11-23',
      },
      [
        {
          model: 'music_v2_5',
          name: 'Eleven Music v2.5',
          description: words.music,
          cost: perSecond(0.01),
          options: { duration: option.seconds({ from: 10, to: 300, preset: 30 }), instrumental: option.instrumental },
        },
        {
          model: 'music_v1',
          name: 'Eleven Music',
          description: words.music,
          cost: perSecond(0.01),
          options: { duration: option.seconds({ from: 10, to: 180, preset: 30 }), instrumental: option.instrumental },
        },
      ],
    ),
    ...mediaModels(
      'elevenlabs',
      {
        what: 'effect',
        via: 'operation',
        maxLength: 1_000,
        source: 'https://elevenlabs.io/docs/api-reference/sound-generation',
        checked: '2026-11-26',
      },
      [
        {
          model: 'eleven_text_to_sound_v2',
          name: 'Eleven Sound Effects v2',
          description: words.effects,
          // A second costs 25 characters of speech in the document and 40 in newer plans.
          cost: perSecond(0.004),
          options: {
            duration: option.seconds({ from: 1, to: 30, preset: 5 }),
            loop: option.seamless,
            influence: option.influence,
          },
        },
      ],
    ),
    ...transcription.elevenlabs,
  ],
  alibaba: [
    ...textModels('alibaba', { source: 'https://www.alibabacloud.com/help/en/model-studio/models', checked: '2026-11-21' }, [
      {
        model: 'qwen3.8-max',
        name: 'Qwen3.8 Max',
        description: words.strong,
        cost: perMillionTokens(2, 6),
        longest: 16_384,
        temperature: 1.9,
        checked: '2026-11-23',
      },
      {
        model: 'qwen3.8-flash',
        name: 'Qwen3.8 Flash',
        description: words.quick,
        cost: perMillionTokens(0.15, 0.47),
        temperature: 1.9,
        checked: '2026-11-23',
      },
      { model: 'qwen3-max', name: 'Qwen3 Max', description: words.strong, cost: perMillionTokens(1.2, 6), reads: [], temperature: 1.9 },
      { model: 'qwen-plus', name: 'Qwen Plus', description: words.quick, cost: perMillionTokens(0.4, 1.2), reads: [], temperature: 1.9 },
      {
        model: 'qwen-flash',
        name: 'Qwen Flash',
        description: words.tiny,
        cost: perMillionTokens(0.05, 0.4),
        reads: [],
        temperature: 1.9,
      },
    ]),
    ...mediaModels(
      'alibaba',
      {
        what: 'video',
        via: 'operation',
        maxLength: 1_500,
        source: 'https://www.alibabacloud.com/help/en/model-studio/text-to-video-guide',
        checked: '2026-11-21',
      },
      [
        {
          model: 'wan3.0-video',
          name: 'Wan 3.0',
          description: words.withCast,
          cost: perSecond(0.05, { resolution: { '720p': 2, '1080p': 4 } }),
          options: {
            aspect: option.aspect(common),
            duration: option.seconds({ from: 2, to: 30, preset: 5 }),
            resolution: option.resolution(['480p', '720p', '1080p'], '480p'),
            sound: option.sound,
            negative: option.negative,
            seed: option.seed,
          },
          inputs: [input.firstFrame, input.lastAfterFirst, input.cast(7)],
          source: 'https://docs.apiyi.com/api-capabilities/wan3/overview',
          checked: '2026-11-26',
        },
        {
          model: 'wan2.7-t2v',
          name: 'Wan 2.7',
          description: words.film,
          cost: perSecond(0.1, { resolution: { '1080p': 1.5 } }),
          options: {
            aspect: option.aspect(common),
            duration: option.seconds({ from: 2, to: 15, preset: 5 }),
            resolution: option.resolution(['720p', '1080p'], '720p'),
            negative: option.negative,
            seed: option.seed,
          },
          source: 'https://docs.apiyi.com/api-capabilities/wan/overview',
          checked: '2026-11-23',
        },
        {
          model: 'wan2.6-t2v',
          name: 'Wan 2.6',
          description: words.silentFilm,
          cost: perSecond(0.1, { resolution: { '1080p': 1.5 } }),
          options: {
            aspect: option.aspect(wide),
            duration: option.seconds({ from: 5, to: 15, step: 5 }),
            resolution: option.resolution(['720p', '1080p'], '720p'),
            negative: option.negative,
            seed: option.seed,
          },
        },
        {
          model: 'wan2.6-i2v',
          name: 'Wan 2.6 from a picture',
          description: words.silentFilm,
          cost: perSecond(0.1, { resolution: { '1080p': 1.5 } }),
          options: {
            duration: option.seconds({ from: 5, to: 15, step: 5 }),
            resolution: option.resolution(['720p', '1080p'], '720p'),
            negative: option.negative,
            seed: option.seed,
          },
          inputs: [input.givenFirstFrame],
        },
      ],
    ),
  ],
  minimax: [
    ...textModels('minimax', { source: 'https://platform.minimax.io/docs/api-reference/text-openai-api', checked: '2026-11-23' }, [
      {
        model: 'MiniMax-M3',
        name: 'MiniMax M3',
        description: words.strong,
        cost: perMillionTokens(0.3, 1.2),
        longest: 16_384,
        temperature: 1,
      },
      {
        model: 'MiniMax-M2.5',
        name: 'MiniMax M2.5',
        description: words.strong,
        cost: perMillionTokens(0.3, 1.2),
        reads: [],
        temperature: 1,
        checked: '2026-11-21',
      },
      {
        model: 'MiniMax-M2.5-highspeed',
        name: 'MiniMax M2.5 Highspeed',
        description: words.quick,
        cost: perMillionTokens(0.6, 2.4),
        reads: [],
        temperature: 1,
        checked: '2026-11-21',
      },
    ]),
    ...mediaModels(
      'minimax',
      {
        what: 'music',
        via: 'operation',
        maxLength: 2_000,
        source: 'https://platform.minimax.io/docs/api-reference/music-generation',
        checked: '2026-11-23',
      },
      [
        {
          model: 'music-2.6',
          name: 'MiniMax Music 2.6',
          description: words.music,
          cost: perRun(0.15),
          options: { lyrics: option.lyrics, instrumental: option.instrumental },
        },
        {
          model: 'music-2.0',
          name: 'MiniMax Music 2.0',
          description: words.music,
          cost: perRun(0.03),
          options: { lyrics: option.lyrics, instrumental: option.instrumental },
          checked: '2026-11-21',
        },
      ],
    ),
  ],
  deepseek: textModels('deepseek', { source: 'https://api-docs.deepseek.com/quick_start/pricing', checked: '2026-11-23' }, [
    // The costs are those of the peak hours; at other times they are half.
    { model: 'deepseek-flash', name: 'DeepSeek V4.1 Flash', description: words.quick, cost: perMillionTokens(0.3, 1.2), longest: 16_384 },
    {
      model: 'deepseek-v4-pro',
      name: 'DeepSeek V4 Pro',
      description: words.strong,
      cost: perMillionTokens(1.32, 3.96),
      longest: 32_768,
      reads: [],
    },
  ]),
  groq: [
    ...textModels('groq', { source: 'https://console.groq.com/docs/models', checked: '2026-11-23' }, [
      {
        model: 'openai/gpt-oss-120b',
        name: 'GPT-OSS 120B',
        description: words.strong,
        cost: perMillionTokens(0.15, 0.6),
        reads: [],
        temperature: 2,
        efforts: ['low', 'medium', 'high'],
      },
      {
        model: 'openai/gpt-oss-20b',
        name: 'GPT-OSS 20B',
        description: words.quick,
        cost: perMillionTokens(0.075, 0.3),
        reads: [],
        temperature: 2,
        efforts: ['low', 'medium', 'high'],
        checked: '2026-07-02',
      },
    ]),
    ...transcription.groq,
  ],
  runway: runwayModels,
  luma: lumaModels,
  kling: klingModels,
  stability: stabilityModels,
  recraft: recraftModels,
  ideogram: ideogramModels,
}

const entries = new Map(Object.values(catalogue).flatMap((models) => models.map((model) => [model.id, model] as const)))

export const catalogueEntry = (id: string): CatalogueEntry | undefined => entries.get(id)

/** Returns what the service charges for a run, in dollars; undefined if the catalogue does not know the model. */
export function costOf(id: string, today: string): PriceRule | undefined {
  const model = entries.get(id)
  return model?.later && model.later.from <= today ? model.later.cost : model?.cost
}
