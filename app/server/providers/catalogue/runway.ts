import { mediaModels, perInputSecond, perRun, perSecond, wide, words } from './builders.ts'
import type { CatalogueEntry } from './model.ts'
import { input, option } from './options.ts'

/** Costs are in credits; a credit is a cent. */
const facts = { source: 'https://docs.dev.runwayml.com/guides/pricing/', checked: '2026-11-23' }
const shapes = ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9']

const veo = {
  aspect: option.aspect(wide),
  duration: option.seconds({ from: 4, to: 8, step: 2, preset: 8 }),
  sound: option.sound,
  negative: option.negative,
  seed: option.seed,
}

export const runwayModels: readonly CatalogueEntry[] = [
  ...mediaModels('runway', { what: 'video', via: 'operation', maxLength: 1_000, ...facts }, [
    {
      model: 'gen4.5',
      name: 'Runway Gen-4.5',
      description: words.silentFilm,
      cost: perSecond(0.12),
      options: { aspect: option.aspect(wide), duration: option.seconds({ from: 2, to: 10, preset: 5 }), seed: option.seed },
      inputs: [input.firstFrame],
    },
    {
      model: 'gen4_turbo',
      name: 'Runway Gen-4 Turbo',
      description: words.animate,
      cost: perSecond(0.05),
      options: { aspect: option.aspect(shapes), duration: option.seconds({ from: 2, to: 10, preset: 5 }), seed: option.seed },
      inputs: [input.givenFirstFrame],
    },
    {
      model: 'veo3.1',
      name: 'Veo 3.1',
      description: words.between,
      cost: perSecond(0.4, { sound: { false: 0.5 } }),
      options: veo,
      inputs: [input.firstFrame, input.lastFrame],
    },
    {
      model: 'veo3.1_fast',
      name: 'Veo 3.1 Fast',
      description: words.between,
      cost: perSecond(0.15, { sound: { false: 0.67 } }),
      options: veo,
      inputs: [input.firstFrame, input.lastFrame],
    },
  ]),
  ...mediaModels(
    'runway',
    {
      what: 'changed',
      via: 'operation',
      maxLength: 1_000,
      source: 'https://docs.comfy.org/development/comfy-router/models/runway/aleph2/code',
      checked: '2026-11-26',
    },
    [
      {
        model: 'aleph2',
        name: 'Runway Aleph 2',
        description: words.changed,
        // The price is that of a reseller, at runware.ai; Runway's page is not stored.
        cost: perInputSecond(0.28),
        options: { seed: option.seed },
        inputs: [input.film({ from: 2, to: 30, bytes: 12_000_000 })],
      },
    ],
  ),
  ...mediaModels('runway', { what: 'image', via: 'operation', maxLength: 1_000, ...facts }, [
    {
      model: 'gen4_image',
      name: 'Runway Gen-4 Image',
      description: words.picture,
      cost: perRun(0.05, { resolution: { '1080p': 1.6 } }),
      options: { aspect: option.aspect(shapes), resolution: option.resolution(['720p', '1080p'], '720p'), seed: option.seed },
      inputs: [input.pictures(3)],
    },
    {
      model: 'gen4_image_turbo',
      name: 'Runway Gen-4 Image Turbo',
      description: words.fromReferences,
      cost: perRun(0.02),
      options: { aspect: option.aspect(shapes), resolution: option.resolution(['720p', '1080p'], '720p'), seed: option.seed },
      inputs: [{ ...input.pictures(3), required: true }],
    },
  ]),
]
