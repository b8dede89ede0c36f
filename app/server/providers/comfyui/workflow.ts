import * as v from 'valibot'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { PriceRule } from '#app/contract/runs/models.ts'
import { isReservedName } from '#app/contract/base/reserved-name.ts'
import type { Kind } from '#app/contract/base/values.ts'
import type { ServerText } from '../../i18n.ts'
import type { CatalogueModel } from '../catalogue/model.ts'
import { brand, input, option, optionTitles, promptFor } from '../catalogue/options.ts'
import { type Frame, frameWithin, shapeOf, shapes } from '../compatible/frame-size.ts'
import type { ModelOption } from '../provider.ts'

/** A workflow in ComfyUI's API format, whose values may contain placeholders such as `{{prompt}}`. */
export type Workflow = { model: CatalogueModel; nodes: Nodes; slots: ReadonlyMap<string, Slot>; frame: Frame }
export type Nodes = v.InferOutput<typeof nodesSchema>
/** A placeholder's default and, after a comma, its range; both as written. */
type Slot = { preset: string | undefined; range: { from: number; to: number } | undefined }

const text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(300))
const wordsSchema = v.union([text, v.strictObject({ en: text, ru: text })])
const aboutSchema = v.optional(v.strictObject({ name: v.optional(wordsSchema), description: v.optional(wordsSchema) }), {})
const nodesSchema = v.record(
  v.string(),
  v.looseObject({
    class_type: v.string(),
    inputs: v.record(v.string(), v.unknown()),
    _meta: v.fallback(v.optional(v.looseObject({ title: v.optional(v.string()) })), undefined),
  }),
)

const placeholder = /\{\{\s*([a-z][a-z0-9_]{0,39})\s*(?:=([^{}]*))?\}\}/g
/** After the last comma of a default. */
const rangePattern = /^\s*(-?\d+(?:\.\d+)?)\s*\.\.\s*(-?\d+(?:\.\d+)?)$/

/** Placeholders that are filled with a file of the run. */
export const fileSlots = ['input_image', 'last_image', 'mask'] as const
const otherSlots = ['prompt', 'width', 'height']

/** A mistake in a workflow file; the text says what to change. */
export class WorkflowError extends Error {
  readonly text: ServerText
  /** The values of the text besides `file`. Placeholders are values, because their braces mean something else in a text. */
  readonly values: Record<string, string | number>
  constructor(text: ServerText, values: WorkflowError['values'] = {}) {
    super(text.id)
    this.text = text
    this.values = values
  }
}

export const workflowTexts = {
  unreadable: /*i18n*/ { id: 'workflow.unreadable', message: '{file} can’t be read' },
  file_name: /*i18n*/ { id: 'workflow.file_name', message: '{file} needs a name of a–z, 0–9, “-”, “_” and “.”' },
  json: /*i18n*/ { id: 'workflow.json', message: '{file} is not JSON' },
  export: /*i18n*/ {
    id: 'workflow.export',
    message: '{file} is not in the API format: in ComfyUI, choose Workflow → Export (API)',
  },
  about: /*i18n*/ { id: 'workflow.about', message: '{file} has a "_quartet" with something other than "name" and "description"' },
  nodes: /*i18n*/ { id: 'workflow.nodes', message: '{file} is not a workflow: every entry needs "class_type" and "inputs"' },
  both_sizes: /*i18n*/ { id: 'workflow.both_sizes', message: '{file} must have both {width} and {height}, or neither' },
  mask_alone: /*i18n*/ { id: 'workflow.mask_alone', message: '{file} has {mask} without {image}' },
  only_video: /*i18n*/ { id: 'workflow.only_video', message: '{file} has {slot}, which only a video can have' },
  saves_nothing: /*i18n*/ { id: 'workflow.saves_nothing', message: '{file} has no node that saves an image, a video or audio' },
  size: /*i18n*/ { id: 'workflow.size', message: '{file} has {slot}: the size must be a number from {from} to {to}' },
  no_default: /*i18n*/ { id: 'workflow.no_default', message: '{file} has {slot} without a default: write {example}' },
  outside: /*i18n*/ { id: 'workflow.outside', message: '{file} has {slot} with a default outside of its range' },
  reserved_name: /*i18n*/ { id: 'workflow.reserved_name', message: '{file} has {slot}: this name belongs to the programming language' },
  no_range: /*i18n*/ { id: 'workflow.no_range', message: '{file} has {slot} without a range: write {example}' },
} as const satisfies Record<string, ServerText>

const smallestSide = 64
const largestSide = 4_096

export type ReadWorkflowOptions = { server: string; file: string; price: PriceRule | null }

/** Reads a workflow file as a model. Throws `WorkflowError`. */
export function readWorkflow(content: string, { server, file, price }: ReadWorkflowOptions): Workflow {
  const { about, nodes } = parseFile(content)
  const slots = findSlots(nodes)
  const type = outputOf(nodes)
  const frame = { width: sizeOf(slots, 'width', type), height: sizeOf(slots, 'height', type) }
  if (slots.has('width') !== slots.has('height'))
    throw new WorkflowError(workflowTexts.both_sizes, { width: '{{width}}', height: '{{height}}' })
  if (slots.has('mask') && !slots.has('input_image'))
    throw new WorkflowError(workflowTexts.mask_alone, { mask: '{{mask}}', image: '{{input_image}}' })
  if (slots.has('last_image') && type !== 'video') throw new WorkflowError(workflowTexts.only_video, { slot: '{{last_image}}' })
  const name = file.replace(/\.json$/i, '')
  const model: CatalogueModel = {
    id: `${server}/${name}`,
    model: name,
    via: 'operation',
    type,
    name: about.name === undefined ? brand(titleOf(name)) : toText(about.name),
    description: about.description === undefined ? description : toText(about.description),
    price,
    options: optionsOf(slots, frame),
    inputs: inputsOf(slots, type),
    prompt: promptFor(type === 'audio' ? 'music' : type, slots.has('prompt') ? 8_000 : 0),
  }
  return { model, nodes, slots, frame }
}

const description: ServerText = /*i18n*/ { id: 'model.comfyui', message: 'A workflow of the ComfyUI connected by the administrator.' }

function parseFile(content: string) {
  let json: unknown
  try {
    json = JSON.parse(content)
  } catch {
    throw new WorkflowError(workflowTexts.json)
  }
  if (v.is(v.looseObject({ nodes: v.array(v.unknown()) }), json)) throw new WorkflowError(workflowTexts.export)
  const file = v.safeParse(v.looseObject({ _quartet: aboutSchema }), json)
  if (!file.success) throw new WorkflowError(workflowTexts.about)
  const { _quartet: about, ...rest } = file.output
  const nodes = v.safeParse(nodesSchema, rest)
  if (!nodes.success || Object.keys(nodes.output).length === 0) throw new WorkflowError(workflowTexts.nodes)
  return { about, nodes: nodes.output }
}

const toText = (words: v.InferOutput<typeof wordsSchema>): ServerText => {
  const own = typeof words === 'string' ? { en: words, ru: words } : words
  return { id: 'workflow', message: own.en, own }
}
const titleOf = (name: string) => name.replaceAll(/[-_]+/g, ' ').replace(/^./, (first) => first.toUpperCase())

function findSlots(nodes: Nodes): Map<string, Slot> {
  const slots = new Map<string, Slot>()
  const visit = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) return Object.values(value).forEach(visit)
    if (typeof value !== 'string') return
    for (const [, name = '', written] of value.matchAll(placeholder)) {
      if (isReservedName(name)) throw new WorkflowError(workflowTexts.reserved_name, { slot: `{{${name}}}` })
      const whole = written?.trim()
      const comma = whole?.lastIndexOf(',') ?? -1
      const [, from, to] = rangePattern.exec(whole?.slice(comma + 1) ?? '') ?? []
      const preset = from === undefined || comma < 0 ? whole : whole?.slice(0, comma).trimEnd()
      const range = comma < 0 || from === undefined || to === undefined ? undefined : { from: Number(from), to: Number(to) }
      if (written !== undefined || !slots.has(name)) slots.set(name, { preset, range })
    }
  }
  visit(nodes)
  return slots
}

/** Returns the medium of the nodes that save. */
function outputOf(nodes: Nodes): Exclude<Kind, 'text'> {
  const classes = Object.values(nodes).map((node) => node.class_type)
  const has = (pattern: RegExp) => classes.some((name) => pattern.test(name))
  if (has(/^Save(?:Video|WEBM)|VideoCombine/i)) return 'video'
  if (has(/^Save\w*Audio/i)) return 'audio'
  if (has(/^(?:Save|Preview)\w*Image/i)) return 'image'
  throw new WorkflowError(workflowTexts.saves_nothing)
}

function sizeOf(slots: ReadonlyMap<string, Slot>, side: keyof Frame, type: Kind): number {
  const written = slots.get(side)?.preset
  const usual = type === 'video' ? { width: 832, height: 480 } : { width: 1_024, height: 1_024 }
  const pixels = written === undefined ? usual[side] : Number(written)
  if (!Number.isInteger(pixels) || pixels < smallestSide || pixels > largestSide)
    throw new WorkflowError(workflowTexts.size, { slot: `{{${side}=${written}}}`, from: smallestSide, to: largestSide })
  return pixels
}

function inputsOf(slots: ReadonlyMap<string, Slot>, type: Kind): CatalogueModel['inputs'] {
  const first = type === 'video' ? input.givenFirstFrame : input.givenPicture
  return [
    ...(slots.has('input_image') ? [first] : []),
    ...(slots.has('last_image') ? [input.lastFrame] : []),
    ...(slots.has('mask') ? [input.givenMask] : []),
  ]
}

function optionsOf(slots: ReadonlyMap<string, Slot>, frame: Frame): CatalogueModel['options'] {
  const options: Record<string, ModelOption> = {}
  if (slots.has('width')) {
    const preset = shapeOf(frame)
    options.aspect = { ...option.aspect([preset, ...shapes.filter((one) => one !== preset)]) }
  }
  for (const [name, slot] of slots) {
    if (otherSlots.includes(name) || isFileSlot(name)) continue
    options[name] = name === 'seed' ? option.seed : name === 'negative' ? option.negative : toOption(name, slot)
  }
  return options
}

/** Makes an option of `{{steps=20, 1..60}}`, `{{style=photo|sketch}}`, `{{tile=false}}` or `{{lens=35 mm}}`. */
function toOption(name: string, { preset, range }: Slot): ModelOption {
  if (preset === undefined) throw new WorkflowError(workflowTexts.no_default, { slot: `{{${name}}}`, example: `{{${name}=…}}` })
  const common = { title: optionTitles[name] ?? brand(titleOf(name)), 'x-group': 'more' as const }
  if (range) {
    const number = Number(preset)
    if (!(number >= range.from && number <= range.to)) throw new WorkflowError(workflowTexts.outside, { slot: `{{${name}}}` })
    const isWhole = [number, range.from, range.to].every(Number.isInteger)
    const bounds = { minimum: range.from, maximum: range.to, default: number, 'x-control': 'slider' as const }
    return isWhole ? { type: 'integer', ...common, ...bounds } : { type: 'number', ...common, ...bounds, multipleOf: 0.05 }
  }
  const choices = preset.split('|').map((choice) => choice.trim())
  if (choices.length > 1) return { type: 'string', ...common, enum: choices, default: choices[0] ?? '', 'x-control': 'segmented' }
  if (preset === 'true' || preset === 'false') return { type: 'boolean', ...common, default: preset === 'true' }
  if (preset !== '' && !Number.isNaN(Number(preset)))
    throw new WorkflowError(workflowTexts.no_range, { slot: `{{${name}=${preset}}}`, example: `{{${name}=${preset}, 1..100}}` })
  return { type: 'string', ...common, maxLength: 500, default: preset, 'x-control': 'text' }
}

const isFileSlot = (name: string) => fileSlots.some((slot) => slot === name)

export type FillOptions = {
  prompt: string
  options: OptionValues
  /** Names of uploaded files by placeholder. */
  files: Partial<Record<(typeof fileSlots)[number], string>>
  /** The seed if the person has not set one. */
  seed: number
}

/** Replaces the placeholders. One that is the whole value becomes a number or boolean; in a longer text it becomes text. */
export function fillWorkflow({ nodes, frame }: Pick<Workflow, 'nodes' | 'frame'>, { prompt, options, files, seed }: FillOptions): Nodes {
  const { aspect, ...rest } = options
  const size = typeof aspect === 'string' ? frameFor(aspect, frame) : frame
  const values: Record<string, unknown> = { negative: '', seed, ...rest, ...size, ...files, prompt }
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill)
    if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one)]))
    if (typeof value !== 'string') return value
    const [whole] = value.matchAll(placeholder)
    if (whole?.[0] === value.trim()) return asNumber(values[whole[1] ?? ''], whole[2]) ?? ''
    return value.replaceAll(placeholder, (_, name: string) => String(values[name] ?? ''))
  }
  return v.parse(nodesSchema, fill(nodes))
}

const frameFor = (aspect: string, frame: Frame) =>
  aspect === shapeOf(frame) ? frame : frameWithin(aspect, { area: frame.width * frame.height, step: 16 })

/** Returns a choice between numbers as a number, because ComfyUI refuses "81" where it expects 81. */
function asNumber(value: unknown, written: string | undefined): unknown {
  const areNumbers = written?.includes('|') && written.split('|').every((choice) => choice.trim() !== '' && !Number.isNaN(Number(choice)))
  return areNumbers ? Number(value) : value
}
