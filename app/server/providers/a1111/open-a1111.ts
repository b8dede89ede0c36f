import * as v from 'valibot'
import type { ServerText } from '../../i18n.ts'
import type { CatalogueModel } from '../catalogue/model.ts'
import { automatic, brand, input, option, optionTitles, promptFor } from '../catalogue/options.ts'
import { openLiveList } from '../compatible/live-list.ts'
import { accessOwnServer } from '../compatible/own-server.ts'
import { shapes } from '../compatible/frame-size.ts'
import { callJson } from '../connected/media/call-json.ts'
import type { OpenLiveServer } from '../connected/service.ts'
import type { ModelOption } from '../provider.ts'
import { noSampler } from './no-sampler.ts'

const checkpointsSchema = v.array(v.object({ title: v.string(), model_name: v.string() }))
const samplersSchema = v.array(v.object({ name: v.string() }))

const mostModels = 200
const mostSamplers = 100
const longestListBytes = 4 * 1024 * 1024
const longestId = 100
const plainName = /^[\p{L}\p{N}][\p{L}\p{N} ._/+-]*$/u

const description: ServerText = /*i18n*/ {
  id: 'model.a1111',
  message: 'A checkpoint of the Stable Diffusion WebUI connected by the administrator.',
}

/** Opens a server with the API of AUTOMATIC1111's WebUI; each checkpoint is a model. */
export const openA1111: OpenLiveServer = ({ name, url, price, now }) => {
  const server = accessOwnServer(name, url)
  const list = openLiveList({
    ...(now && { now }),
    async fetchList(signal) {
      const [checkpoints, samplers] = await Promise.all([
        callJson(server, { path: '/sdapi/v1/sd-models', signal, schema: checkpointsSchema, longestBytes: longestListBytes }),
        callJson(server, { path: '/sdapi/v1/samplers', signal, schema: samplersSchema, longestBytes: longestListBytes }),
      ])
      const options = optionsOf(samplers.slice(0, mostSamplers).map((sampler) => sampler.name))
      return checkpoints.slice(0, mostModels).flatMap(({ title, model_name }) => {
        const id = `${name}/${model_name.replaceAll(/[\\/]/g, '-')}`
        if (id.length > longestId || !plainName.test(model_name)) return []
        return describe({ id, title, label: model_name, price, options })
      })
    },
  })
  return {
    models: () => list.read(),
    isAway: () => list.isAway(),
    open: async () => (await import('./a1111-image.ts')).a1111Image(server),
    close: () => list.close(),
  }
}

type Checkpoint = Pick<CatalogueModel, 'id' | 'price'> & { title: string; label: string; options: Record<string, ModelOption> }

function describe({ id, title, label, price, options }: Checkpoint): CatalogueModel {
  return {
    id,
    model: title,
    via: 'image',
    type: 'image',
    name: brand(label),
    description,
    price,
    options: { ...options, resolution: sideOption(usualSide(label)) },
    inputs: [input.picture, input.mask],
    prompt: promptFor('image', 4_000),
  }
}

/** The API does not report the size a checkpoint was trained on, so its name suggests the preset. */
const usualSide = (label: string) => (/xl|pony|illustrious|flux|sd[-_]?3/i.test(label) ? '1024' : '512')

const sideOption = (preset: string): ModelOption => ({
  type: 'string',
  title: titleOf('resolution'),
  enum: ['512', '768', '1024'],
  default: preset,
  'x-labels': { '512': '512 px', '768': '768 px', '1024': '1024 px' },
  'x-control': 'segmented',
})

/** Without a value, the server's own applies. */
function optionsOf(samplers: readonly string[]): Record<string, ModelOption> {
  const more = { 'x-group': 'more', 'x-control': 'slider' } as const
  return {
    aspect: option.aspect(shapes),
    count: option.count(4),
    negative: option.negative,
    steps: { type: 'integer', title: titleOf('steps'), minimum: 1, maximum: 100, ...more },
    cfg: { type: 'number', title: titleOf('cfg'), minimum: 1, maximum: 20, multipleOf: 0.5, ...more },
    strength: { type: 'number', title: titleOf('strength'), minimum: 0.05, maximum: 1, multipleOf: 0.05, ...more },
    ...(samplers.length > 0 && {
      sampler: {
        type: 'string' as const,
        title: titleOf('sampler'),
        enum: [noSampler, ...samplers],
        default: noSampler,
        'x-labels': { [noSampler]: automatic },
        'x-control': 'select' as const,
        'x-group': 'more' as const,
      },
    }),
    seed: option.seed,
  }
}

const titleOf = (name: string) => optionTitles[name] ?? brand(name)
