import { randomInt, randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { ServerText } from '../../i18n.ts'
import type { CatalogueModel } from '../catalogue/model.ts'
import { input, option, optionTitles, promptFor } from '../catalogue/options.ts'
import { frameWithin, shapes } from '../compatible/frame-size.ts'
import type { ImageModel, RunInput } from '../kinds.ts'
import { ProviderError } from '../provider.ts'
import type { LocalModel } from './catalogue.ts'
import { drawnSchema, type OnnxJob, type OnnxSettings } from './local-messages.ts'
import type { LocalProcesses } from './local-processes.ts'

type Drawing = LocalModel & { kind: 'image' }
type Editing = LocalModel & { kind: 'image_edit' }

/** The models have learned at this size, and the memory of attention grows with the fourth power of a side. */
const frame = { area: 512 * 512, step: 64 }
const highestSeed = 2 ** 31 - 1
const usualGuidance = 8

const description: ServerText = /*i18n*/ {
  id: 'model.local.image',
  message:
    'Runs on this machine. No prompt leaves it. Write in English: other languages are barely understood. An image takes up to a few minutes.',
}

const descriptions: Record<Editing['task'], ServerText> = {
  remove_background: /*i18n*/ { id: 'catalogue.image.cutout', message: 'Removes the background of your image.' },
  enlarge: /*i18n*/ { id: 'catalogue.image.enlarge', message: 'Enlarges your image and keeps it sharp.' },
}

type Tools = {
  processes: LocalProcesses
  scratchDir: string
  /** The folder of the runtime, and threads of the processor. */
  runtime: string
  threads: number
  path(name: string): string
  requireMemory(model: LocalModel): void
}

/** Opens a model that draws or changes images in the process of local models. */
export function openLocalImages(
  model: Drawing | Editing,
  { processes, scratchDir, runtime, threads, path, requireMemory }: Tools,
): ImageModel {
  const settings = settingsOf(model, { child: 'onnx', runtime, threads }, path)
  return {
    kind: 'image',
    async generate({ prompt, inputs, options, signal, onProgress }) {
      requireMemory(model)
      const source = inputs.find(({ role }) => role === 'source')
      const output = join(scratchDir, `${randomUUID()}.png`)
      const job = model.kind === 'image' ? drawing(model, { prompt, source, options, output }) : editing(model, { source, options, output })
      try {
        await processes.run(settings, job, { signal, result: drawnSchema, ...(onProgress && { onProgress }) })
        return { results: [{ bytes: await readFile(output) }], usage: { runs: 1, images: 1 } }
      } finally {
        await rm(output, { force: true })
      }
    },
  }
}

function settingsOf(
  model: Drawing | Editing,
  known: Pick<OnnxSettings, 'child' | 'runtime' | 'threads'>,
  path: Tools['path'],
): OnnxSettings {
  if (model.kind === 'image') return { ...known, kind: 'image', scheduler: model.scheduler, folder: path(model.folder) }
  if (model.task === 'enlarge') return { ...known, kind: 'enlarge', folder: path(model.folder) }
  return { ...known, kind: 'remove_background', file: path(model.files[0]?.name ?? '') }
}

type Request = { source: RunInput | undefined; options: OptionValues; output: string }

function drawing({ steps }: Drawing, { prompt, source, options, output }: Request & { prompt: string }): OnnxJob {
  const number = (value: unknown, usual: number) => (typeof value === 'number' ? value : usual)
  return {
    kind: 'draw',
    prompt,
    ...frameWithin(typeof options.aspect === 'string' ? options.aspect : '1:1', frame),
    steps: number(options.steps, steps.usual),
    seed: number(options.seed, randomInt(highestSeed)),
    guidance: number(options.cfg, usualGuidance),
    image: source?.path ?? null,
    strength: number(options.strength, 1),
    output,
  }
}

function editing(model: Editing, { source, options, output }: Request): OnnxJob {
  if (!source) throw new ProviderError('invalid_input', 'local: there is no image')
  const job = { image: source.path, output }
  return model.task === 'enlarge'
    ? { kind: 'enlarge', scale: options.scale === '4' ? 4 : 2, ...job }
    : { kind: 'remove_background', ...job }
}

const titleOf = (name: string): ServerText => optionTitles[name] ?? { id: name, message: name }
const more = { 'x-group': 'more', 'x-control': 'slider' } as const

type Described = Pick<CatalogueModel, 'via' | 'type' | 'task' | 'description' | 'options' | 'inputs' | 'prompt'>

export function describeLocalImages(model: Drawing | Editing): Described {
  if (model.kind === 'image_edit')
    return {
      via: 'image',
      type: 'image',
      task: model.task,
      description: descriptions[model.task],
      options: model.task === 'enlarge' ? { scale: option.scale(['2', '4']) } : {},
      inputs: [input.givenPicture],
      prompt: promptFor('image', 1_000),
    }
  const { steps, scheduler } = model
  return {
    via: 'image',
    type: 'image',
    description,
    options: {
      aspect: option.aspect(shapes),
      steps: { type: 'integer', title: titleOf('steps'), minimum: 1, maximum: steps.most, default: steps.usual, ...more },
      ...(scheduler === 'lcm' && {
        cfg: { type: 'number', title: titleOf('cfg'), minimum: 1, maximum: 14, multipleOf: 0.5, default: usualGuidance, ...more },
      }),
      strength: { type: 'number', title: titleOf('strength'), minimum: 0.1, maximum: 1, multipleOf: 0.05, default: 0.6, ...more },
      seed: option.seed,
    },
    inputs: [input.picture],
    prompt: promptFor('image', 1_000),
  }
}
