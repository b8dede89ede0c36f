import type { GenerationInput } from '#app/contract/runs/generations.ts'
import { editImagesCall, generateImagesCall } from '#app/contract/protocols/openai-images.calls.ts'
import { imageEditFieldsSchema, type ImageRequest, undefinedImageParameters } from '#app/contract/protocols/openai-images.ts'
import type { GenerationRow } from '#app/server/core/making/generations/to-generation.ts'
import { Problem } from '#app/server/core/problem.ts'
import { siteUrl } from '#app/server/site-url.ts'
import { type ApiRequest, endpoint } from '../../endpoint.ts'
import type { PersonOrKey } from '../../requests/identify.ts'
import { imageRoles, takesImages } from '../../openai/image-roles.ts'
import { type MediaEvent, streamMedia } from '../../openai/openai-events.ts'
import { ignoredHeader, keepFormFile, naming, readForm } from '../../openai/openai-forms.ts'
import { imageOptions } from '../../openai/openai-options.ts'
import { findModel, start, waitFor } from '../../openai/openai-runs.ts'
import { filesOf, readBytes, unixTime } from '../../protocols/result-files.ts'
import { refuse } from '../../protocols/refuse.ts'
import { parseInput } from '#app/server/core/parse-input.ts'

type Asking = ApiRequest<PersonOrKey, unknown>

export const imageEndpoints = [
  endpoint(generateImagesCall, {
    async handle(request) {
      const { body } = request.input
      const model = await findModel(request.runtime, body.model, 'image')
      const { options, ignored } = imageOptions(model, body)
      const started = await naming(optionNames, () => start(request, { model: model.id, prompt: body.prompt, options }))
      return answerWith(request, started, { body, name: 'image_generation', ignored: [...ignored, ...undefinedImageParameters(body)] })
    },
  }),
  endpoint(editImagesCall, {
    async handle(request) {
      const { runtime, caller, locale, context } = request
      const { files, texts, lists } = await readForm(context.req.raw)
      const fields = parseInput(imageEditFieldsSchema, texts)
      const images = files.get('image') ?? []
      if (images.length === 0) throw new Problem('invalid_input', { fields: { image: 'required' } })
      const masks = files.get('mask') ?? []
      const model = await findModel(runtime, fields.model, 'image')
      const roles = imageRoles(model, images.length)
      const { options, ignored } = imageOptions(model, fields)
      if (masks.length > 1) refuse('mask', 'too_many')
      if (masks.length > 0 && !takesImages(model, 'mask')) refuse('mask', 'input_not_taken')
      const sent = [
        ...images.map((file, index) => ({ file, field: 'image', role: roles[index] ?? ('reference' as const) })),
        ...masks.map((file) => ({ file, field: 'mask', role: 'mask' as const })),
      ]
      const inputs: GenerationInput[] = []
      for (const { file, field, role } of sent) {
        const { id, type } = await keepFormFile(runtime, { userId: caller.accountId, locale, file, field })
        if (type !== 'image') refuse(field, 'input_not_taken')
        inputs.push({ upload_id: id, role })
      }
      const names = { inputs: 'image', ...Object.fromEntries(sent.map(({ field }, index) => [`inputs.${index}`, field])), ...optionNames }
      const started = await naming(names, () => start(request, { model: model.id, prompt: fields.prompt, options, inputs }))
      const others = [...undefinedImageParameters(fields), ...[...files.keys(), ...lists.keys()].filter((name) => !editFiles.has(name))]
      return answerWith(request, started, { body: fields, name: 'image_edit', ignored: [...ignored, ...others] })
    },
  }),
]

const editFiles: ReadonlySet<string> = new Set(['image', 'mask'])
/** Our options by the parameters that set them. */
const optionNames = {
  'options.count': 'n',
  'options.quality': 'quality',
  'options.format': 'output_format',
  'options.size': 'size',
  'options.aspect': 'size',
  'options.transparent': 'background',
}

type Answering = { body: ImageRequest; name: 'image_generation' | 'image_edit'; ignored: string[] }

async function answerWith(request: Asking, started: Awaited<ReturnType<typeof start>>, { body, name, ignored }: Answering) {
  const headers = ignoredHeader(ignored)
  if (body.stream)
    return streamMedia(request.runtime, { ...started, locale: request.locale, headers, toEvents: eventsOf(request, { body, name }) })
  const ended = await waitFor(request, started)
  for (const [header, value] of Object.entries(headers)) request.context.header(header, value)
  return { created: unixTime(ended.createdAt), data: await dataOf(request, ended, body) }
}

async function dataOf(request: Asking, ended: GenerationRow, { response_format: format }: ImageRequest) {
  const { runtime } = request
  const files = await filesOf(request, ended, 'image/')
  return Promise.all(
    files.map(async ({ id, url }) =>
      format === 'url' ? { url: new URL(url, siteUrl(runtime.env)).href } : { b64_json: (await readBytes(runtime, id)).toString('base64') },
    ),
  )
}

/** Streams at most the number of previews that was asked for, and the finished images. */
function eventsOf(request: Asking, { body, name }: Omit<Answering, 'ignored'>) {
  const { size, quality, background } = body
  const stated = { size: size ?? 'auto', quality: quality ?? 'auto', background: background ?? 'auto' }
  let sent = 0
  return async function* (event: MediaEvent) {
    if (event.type === 'preview') {
      const [, format, b64_json] = /^data:image\/(\w+);base64,(.+)$/.exec(event.preview) ?? []
      if (!format || !b64_json || sent >= (body.partial_images ?? 0)) return
      const created_at = Math.floor(Date.now() / 1_000)
      yield { type: `${name}.partial_image`, b64_json, partial_image_index: sent++, created_at, ...stated, output_format: format }
      return
    }
    for (const { id, media_type, width, height } of await filesOf(request, event.row, 'image/'))
      yield {
        type: `${name}.completed`,
        b64_json: (await readBytes(request.runtime, id)).toString('base64'),
        created_at: unixTime(event.row.createdAt),
        ...stated,
        ...(width && height && { size: `${width}x${height}` }),
        output_format: media_type.slice('image/'.length),
      }
  }
}
