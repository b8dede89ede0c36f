import { validate } from 'uuid'
import type { GenerationInput } from '#app/contract/runs/generations.ts'
import {
  createVideoCall,
  deleteVideoCall,
  getVideoCall,
  getVideoContentCall,
  listVideosCall,
  remixVideoCall,
} from '#app/contract/protocols/openai-videos.calls.ts'
import { undefinedVideoParameters, type VideoRequest, videoRequestSchema } from '#app/contract/protocols/openai-videos.ts'
import type { CreateGenerationOptions } from '#app/server/core/making/generations/create-generation.ts'
import { deleteGeneration } from '#app/server/core/making/generations/delete-generation.ts'
import { findGeneration } from '#app/server/core/making/generations/find-generation.ts'
import { listVideos } from '#app/server/core/making/generations/list-videos.ts'
import { type GenerationRow, toGenerations } from '#app/server/core/making/generations/to-generation.ts'
import { findFile } from '#app/server/core/making/files/find-file.ts'
import { mayUse } from '#app/server/core/rules/groups/offer.ts'
import { Problem } from '#app/server/core/problem.ts'
import type { ProviderModel } from '#app/server/providers/provider.ts'
import type { Runtime } from '#app/server/runtime.ts'
import { type ApiRequest, endpoint } from '../../endpoint.ts'
import type { PersonOrKey } from '../../requests/identify.ts'
import { ignoredHeader, keepFormFile, naming, readForm } from '../../openai/openai-forms.ts'
import { toObjectList } from '../../openai/openai-lists.ts'
import { videoOptions } from '../../openai/openai-video-options.ts'
import { findModel } from '../../openai/openai-runs.ts'
import { refuse } from '../../protocols/refuse.ts'
import { readText } from '../../requests/request.ts'
import { keptBriefly, sendFile } from '../../answers/send-file.ts'
import { submitRun } from '../../requests/submit-run.ts'
import { parseInput } from '#app/server/core/parse-input.ts'
import { toVideo } from '../../openai/openai-video.ts'

type Asking = ApiRequest<PersonOrKey, unknown>
type OwnVideo = { runtime: Runtime; caller: PersonOrKey; id: string }

const optionNames = {
  'options.duration': 'seconds',
  'options.aspect': 'size',
  'options.size': 'size',
  'options.resolution': 'size',
  'inputs.0': 'input_reference',
  inputs: 'input_reference',
}

export const videoEndpoints = [
  endpoint(createVideoCall, {
    async handle(request) {
      const { runtime, caller, context } = request
      const { body, file } = await readRequest(request)
      const model = await findModel(runtime, body.model, 'video')
      if (model.task) refuse('model', 'model_of_another_kind')
      const { options, ignored } = videoOptions(model, body)
      const upload = file ?? referenceOf(body.input_reference)
      const role = model.inputs.find(({ role: one, types }) => startRoles.has(one) && types.includes('image'))?.role
      if (upload && !role) refuse('input_reference', 'input_not_taken')
      const inputs: GenerationInput[] = upload && role ? [{ upload_id: await upload(), role }] : []
      const row = await naming(optionNames, () => createRun(request, { model: model.id, prompt: body.prompt, options, inputs }))
      const headers = ignoredHeader([...ignored, ...undefinedVideoParameters(body)])
      for (const [name, value] of Object.entries(headers)) context.header(name, value)
      return viewOf({ ...request, caller }, row)
    },
  }),
  endpoint(listVideosCall, {
    async handle(request) {
      const { runtime, caller, locale, input } = request
      const rows = await listVideos(runtime.db, { ...input.query, userId: caller.accountId })
      const views = await toGenerations(runtime.db, rows, { keys: runtime.keys, providers: runtime.providers, locale })
      return toObjectList(views, input.query.limit, toVideo)
    },
  }),
  endpoint(getVideoCall, {
    async handle(request) {
      return viewOf(request, await findVideo({ ...request, id: request.input.params.video_id }))
    },
  }),
  endpoint(getVideoContentCall, {
    async handle(request) {
      const { runtime, caller, locale, context, input } = request
      const row = await findVideo({ ...request, id: input.params.video_id })
      const [view] = await toGenerations(runtime.db, [row], { keys: runtime.keys, providers: runtime.providers, locale })
      const [made] = view?.files ?? []
      const link = input.query.variant === 'thumbnail' ? made?.poster_url : made?.url
      const id = /\/files\/([\w-]+)/.exec(link ?? '')?.[1]
      if (id === undefined) throw new Problem('not_found')
      const file = await findFile(runtime.db, { id, ownerId: caller.accountId })
      return sendFile(context, { file, storage: runtime.storage, download: true, cacheControl: keptBriefly })
    },
  }),
  endpoint(deleteVideoCall, {
    async handle({ runtime, caller, input: { params } }) {
      const { id } = await findVideo({ runtime, caller, id: params.video_id })
      await deleteGeneration(runtime.db, { providers: runtime.providers, userId: caller.accountId, id })
      return { id, object: 'video.deleted' as const, deleted: true as const }
    },
  }),
  endpoint(remixVideoCall, {
    async handle(request) {
      const { runtime, input } = request
      const { prompt, model: named } = input.body
      const source = await findVideo({ ...request, id: input.params.video_id })
      const model = named == null ? await firstThatChanges(request) : await findModel(runtime, named, 'video')
      if (model?.task !== 'change_video') return refuse('model', 'model_without_remixes')
      const inputs: GenerationInput[] = [{ generation_id: source.id, role: 'source' }]
      const names = { inputs: 'video_id', 'inputs.0': 'video_id' }
      const run = { model: model.id, prompt, options: {}, inputs, parent_id: source.id }
      return viewOf(request, await naming(names, () => createRun(request, run)))
    },
  }),
]

/** The roles of an image that a video begins with, or shows. */
const startRoles: ReadonlySet<string> = new Set(['first_frame', 'source', 'reference'])

async function findVideo({ runtime, caller, id }: OwnVideo): Promise<GenerationRow> {
  const row = await findGeneration(runtime.db, { userId: caller.accountId, id })
  if (row.type !== 'video') throw new Problem('not_found')
  return row
}

async function viewOf({ runtime: { db, keys, providers }, locale }: Asking, row: GenerationRow) {
  const [view] = await toGenerations(db, [row], { keys, providers, locale })
  if (!view) throw new Error(`generation ${row.id} vanished`)
  return toVideo(view)
}

type Run = Omit<CreateGenerationOptions['input'], 'max_price' | 'thread_id'>

async function createRun(request: Asking, input: Run): Promise<GenerationRow> {
  const row = await submitRun(request, { input })
  if (row.purgedAt) throw new Problem('not_found')
  return row
}

/** Reads a form or JSON. `file`: stores the image of the form, and returns the id of the upload. */
async function readRequest({ runtime, caller, locale, context }: Asking) {
  const type = context.req.header('content-type') ?? ''
  if (/^application\/json\b/i.test(type))
    return { body: parseInput(videoRequestSchema, parseJson(await readText(context))), file: undefined }
  const { files, texts } = await readForm(context.req.raw)
  const [image, ...more] = files.get('input_reference') ?? []
  if (more.length > 0) refuse('input_reference', 'too_many')
  const body = parseInput(videoRequestSchema, texts)
  const field = 'input_reference'
  const file = image && (async () => (await keepFormFile(runtime, { userId: caller.accountId, locale, file: image, field })).id)
  return { body, file }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Problem('malformed_json', { cause })
  }
}

/** Returns the upload that a request in JSON names. Nothing is fetched from other servers. */
function referenceOf(reference: VideoRequest['input_reference']) {
  if (!reference) return undefined
  if (reference.image_url !== undefined) refuse('input_reference', 'url_not_fetched')
  const { file_id: id } = reference
  if (id === undefined || !validate(id)) return refuse('input_reference', id === undefined ? 'required' : 'input_unknown')
  return async () => id
}

async function firstThatChanges({ runtime: { providers, offers }, caller }: Asking): Promise<ProviderModel | undefined> {
  const [models, offer] = await Promise.all([providers.models(), offers.of(caller.accountId)])
  return models.find(({ id, task, unavailable }) => task === 'change_video' && unavailable === null && mayUse(offer, id))
}
