import * as v from 'valibot'
import { idSchema } from '#app/contract/base/common.ts'
import { maxInputs } from '#app/contract/base/values.ts'
import { cancelGenerationCall, createGenerationCall, getGenerationCall } from '#app/contract/runs/generations.calls.ts'
import type { GenerationInput } from '#app/contract/runs/generations.ts'
import { cancelGeneration } from '../../core/making/generations/cancel-generation.ts'
import { findKeptGeneration } from '../../core/making/generations/find-generation.ts'
import { imageRoles, takesImages } from '../openai/image-roles.ts'
import { naming } from '../openai/openai-forms.ts'
import { findModel } from '../openai/openai-runs.ts'
import { refuse } from '../protocols/refuse.ts'
import { waitForRequest } from '../requests/wait-for-request.ts'
import { maxToolWaitSeconds, startRun, waitForRun } from './follow-run.ts'
import { modelsOf } from './model-tools.ts'
import { maxPrice, runEntries, runKey, waitSeconds } from './run-arguments.ts'
import { findAsked, showAsked, showRunOrRequest } from './show-asked.ts'
import { showRun } from './show-run.ts'
import { about, argumentsOf, defineTool, type ToolRequest } from './tool.ts'

const ending = { max_price: maxPrice, idempotency_key: runKey, wait_seconds: waitSeconds(maxToolWaitSeconds) }

export const generateTool = defineTool({
  call: createGenerationCall,
  name: 'generate',
  title: 'Generate',
  description: `Makes an image, video, sound or text and charges tokens for it; see list_models for models and options, and quote for the price. Returns the result within ${maxToolWaitSeconds} seconds; a longer run goes on, and get returns it by its id. Failed runs are not charged. A run beyond the budget of the key awaits approval by its owner instead. Canceling this request cancels the run.`,
  effect: 'makes',
  input: argumentsOf({ ...runEntries, ...ending }),
  async handle(request) {
    const { wait_seconds, idempotency_key: idempotencyKey, ...run } = request.input
    return showRunOrRequest(request, () => startRun({ ...request, idempotencyKey }, run, wait_seconds))
  },
})

const imageEntries = {
  upload_id: v.optional(idSchema),
  generation_id: v.optional(idSchema),
  index: v.optional(v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(0, 'too_small'))),
}
const imageSchema = argumentsOf(imageEntries)

/** Returns an image as an input of a run; a refusal names the argument. */
function toInput(image: v.InferOutput<typeof imageSchema>, role: GenerationInput['role'], field: string): GenerationInput {
  const { upload_id, generation_id, index } = image
  if ((upload_id === undefined) === (generation_id === undefined)) return refuse(field, 'invalid')
  if (upload_id !== undefined) return { upload_id, role }
  return { generation_id: generation_id ?? '', role, ...(index !== undefined && { index }) }
}

/** Returns the first image model that edits an image by words, one with a source before one with references only. */
async function usualEditor(request: ToolRequest<unknown>): Promise<string> {
  const models = (await modelsOf(request)).filter(({ type, task, available }) => type === 'image' && !task && available)
  const editor = models.find((one) => takesImages(one, 'source')) ?? models.find((one) => takesImages(one, 'reference'))
  return editor?.id ?? refuse('model', 'model_without_edits')
}

export const editImageTool = defineTool({
  call: createGenerationCall,
  name: 'edit_image',
  title: 'Edit an image',
  description:
    'Changes one or more images as the prompt says and returns the new image; the originals stay. Images are uploads (from upload) or results of earlier runs. Charges and waits like generate.',
  effect: 'makes',
  input: argumentsOf({
    images: about(
      v.pipe(v.array(imageSchema, 'invalid'), v.minLength(1, 'required'), v.maxLength(maxInputs, 'too_many')),
      'The images, each by `upload_id`, or by `generation_id` and, for another result than the first, `index`.',
    ),
    mask: about(
      v.optional(argumentsOf(imageEntries)),
      'An image that marks what to change, by white or transparent areas, for models that take a mask.',
    ),
    prompt: about(runEntries.prompt, 'What to change.'),
    model: about(v.optional(runEntries.model), 'The id of an image model; by default one that edits images.'),
    options: runEntries.options,
    ...ending,
  }),
  async handle(request) {
    const { images, mask, prompt, model: named, options, max_price, wait_seconds, idempotency_key: idempotencyKey } = request.input
    const model = await findModel(request.runtime, named ?? (await usualEditor(request)), 'image')
    const roles = await naming({ image: 'images' }, async () => imageRoles(model, images.length))
    if (mask && !takesImages(model, 'mask')) refuse('mask', 'input_not_taken')
    const inputs = images.map((image, index) => toInput(image, roles[index] ?? 'reference', `images.${index}`))
    if (mask) inputs.push(toInput(mask, 'mask', 'mask'))
    const names = Object.fromEntries(inputs.map(({ role }, index) => [`inputs.${index}`, role === 'mask' ? 'mask' : `images.${index}`]))
    const run = { model: model.id, prompt, options, inputs, max_price }
    return showRunOrRequest(request, () =>
      naming({ inputs: 'images', ...names }, () => startRun({ ...request, idempotencyKey }, run, wait_seconds)),
    )
  },
})

export const getTool = defineTool({
  call: getGenerationCall,
  name: 'get',
  title: 'Get a run',
  description:
    'Returns a run by its id: its status, and its result if it has ended, with new links (links last about two hours). Waits for the end if asked to. Takes the id of a run that awaits approval as well.',
  effect: 'reads',
  input: argumentsOf({ id: about(idSchema, 'The id that generate or edit_image returned.'), wait_seconds: waitSeconds(0) }),
  async handle(request) {
    const { id, wait_seconds } = request.input
    const own = { userId: request.caller.accountId, id }
    const asked = await findAsked(request, id)
    if (asked) return showAsked(request, await waitForRequest(request, asked, wait_seconds, request.canceled))
    const row = await findKeptGeneration(request.runtime.db, own)
    return showRun(request, await waitForRun(request, row, wait_seconds))
  },
})

export const cancelTool = defineTool({
  call: cancelGenerationCall,
  name: 'cancel',
  title: 'Cancel a run',
  description:
    'Cancels a run that has not ended. The tokens held for it are returned, except for text that was already written and for runs that the service cannot stop.',
  effect: 'stops',
  input: argumentsOf({ id: about(idSchema, 'The id of the run.') }),
  async handle(request) {
    const { db, providers } = request.runtime
    return showRun(request, await cancelGeneration(db, { providers, userId: request.caller.accountId, id: request.input.id }))
  },
})
