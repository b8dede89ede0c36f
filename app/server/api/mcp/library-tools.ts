import * as v from 'valibot'
import { kindSchema } from '#app/contract/base/common.ts'
import { listGenerationsCall } from '#app/contract/runs/generations.calls.ts'
import { generationsQuerySchema } from '#app/contract/runs/generations.ts'
import { createUploadCall } from '#app/contract/runs/uploads.calls.ts'
import { listGenerations } from '../../core/making/generations/list-generations.ts'
import { findUpload, toUpload } from '../../core/making/uploads/find-upload.ts'
import { siteUrl } from '../../site-url.ts'
import { keepSentFile } from '../openai/openai-files.ts'
import { describeRun } from './show-run.ts'
import { about, argumentsOf, asText, defineTool } from './tool.ts'

/** Characters of prompts and texts in a list; get returns all of them. */
const listedCharacters = 300
const shorten = (text: string | null) => (text !== null && text.length > listedCharacters ? `${text.slice(0, listedCharacters)}…` : text)

const { q, cursor } = generationsQuerySchema.entries

export const searchLibraryTool = defineTool({
  call: listGenerationsCall,
  name: 'search_library',
  title: 'Search the library',
  description:
    'Finds runs of the account, newest first, by words of their prompts, titles and texts; without a query it lists the latest. Use get for the whole text and the images of one.',
  effect: 'reads',
  input: argumentsOf({
    query: about(q, 'Words to look for.'),
    type: about(v.optional(kindSchema), 'Only works of this type.'),
    favorite: about(v.optional(v.boolean('invalid')), 'Only favorites, or only others.'),
    limit: about(
      v.optional(v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(1, 'too_small'), v.maxValue(20, 'too_large')), 10),
      'The number of works, at most 20.',
    ),
    cursor: about(cursor, '`next_cursor` of the page before.'),
  }),
  heavy: ({ query }) => Boolean(query),
  async handle(request) {
    const { runtime, caller, input, locale } = request
    const { db, keys, providers } = runtime
    const { query: words, type, ...paging } = input
    const query = { ...paging, q: words, type__in: type && [type] }
    const { items, next_cursor } = await listGenerations(db, { keys, providers, locale, userId: caller.accountId, query })
    const works = items.map((item) => {
      const { next: _next, prompt, text, ...run } = describeRun(request, item)
      return { ...run, prompt: shorten(prompt), text: shorten(text) }
    })
    return { content: [asText({ works, next_cursor })] }
  },
})

export const uploadTool = defineTool({
  call: createUploadCall,
  name: 'upload',
  title: 'Upload a file',
  description:
    'Stores a file for a run and returns its id for `inputs` of generate and `images` of edit_image: an image, sound, video, text, PDF or office document, recognized by its content. Unused files are deleted after a week. For files that cannot be sent in Base64, use the HTTP API: POST /api/v1/uploads.',
  effect: 'makes',
  input: argumentsOf({
    data: about(v.pipe(v.string('required'), v.nonEmpty('required')), 'The file in Base64, or as a data: URL.'),
    name: about(v.optional(v.pipe(v.string(), v.maxLength(1_000, 'too_long'))), 'The name of the file.'),
  }),
  async handle({ runtime, caller, input: { data, name }, locale }) {
    const url = data.startsWith('data:') ? data : `data:;base64,${data}`
    const { id } = await keepSentFile(runtime, { url, name }, { userId: caller.accountId, locale, param: 'data' })
    const { url: path, ...upload } = toUpload(await findUpload(runtime.db, { userId: caller.accountId, id }), runtime.keys)
    return { content: [asText({ upload_id: id, ...upload, url: new URL(path, siteUrl(runtime.env)).href })] }
  },
})
