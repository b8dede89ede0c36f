import * as v from 'valibot'
import { archiveAnswerSchema, archiveSchema, bulkAnswerSchema, bulkSchema, librarySummarySchema } from '#app/contract/library.ts'
import { contentDisposition } from '../../core/files/file-name.ts'
import { readArchiveUrl, signArchiveUrl } from '../../core/library/archive-link.ts'
import { changeMany } from '../../core/library/change-many.ts'
import { openArchive } from '../../core/library/open-archive.ts'
import { emptyTrash } from '../../core/library/purge-generations.ts'
import { summarizeLibrary } from '../../core/library/summarize-library.ts'
import { keyEndpoint, publicEndpoint } from '../endpoint.ts'

const tag = 'Library'

export const libraryEndpoints = [
  keyEndpoint({
    scope: 'read',
    method: 'get',
    path: '/v1/library',
    summary: 'How much is in the own library and its trash, and which models were used',
    tag,
    status: 200,
    input: {},
    response: librarySummarySchema,
    handle: ({ runtime: { db, providers }, caller, locale }) => summarizeLibrary(db, { providers, locale, userId: caller.userId }),
  }),
  keyEndpoint({
    scope: 'library',
    method: 'post',
    path: '/v1/library/bulk',
    summary: 'Do one thing to many generations; what fits no longer is passed over',
    tag,
    status: 200,
    input: { body: bulkSchema },
    response: bulkAnswerSchema,
    async handle({ runtime: { db, queue, providers }, caller, input: { body } }) {
      return { changed: await changeMany(db, { queue, providers, userId: caller.userId, change: body }) }
    },
  }),
  keyEndpoint({
    scope: 'library',
    method: 'delete',
    path: '/v1/library/trash',
    summary: 'Remove everything in the trash for good',
    tag,
    status: 200,
    input: {},
    response: bulkAnswerSchema,
    async handle({ runtime: { db, queue }, caller }) {
      return { changed: await emptyTrash(db, { queue, userId: caller.userId }) }
    },
  }),
  keyEndpoint({
    scope: 'read',
    method: 'post',
    path: '/v1/library/archive',
    summary: 'A link to a ZIP of these generations and their prompts',
    tag,
    status: 200,
    input: { body: archiveSchema },
    response: archiveAnswerSchema,
    async handle({ runtime: { keys }, caller, input: { body } }) {
      return { url: signArchiveUrl(keys, { userId: caller.userId, ids: [...new Set(body.ids)] }) }
    },
  }),
  publicEndpoint({
    method: 'get',
    path: '/v1/library/archive/{link}',
    summary: 'The ZIP that a link leads to, made as it is sent',
    tag,
    status: 200,
    input: { params: v.object({ link: v.pipe(v.string(), v.maxLength(4000, 'too_long')) }) },
    response: v.instance(Response),
    produces: 'application/zip',
    async handle({ runtime: { db, keys, storage }, input: { params }, context }) {
      const own = readArchiveUrl(keys, params.link)
      const headers = {
        'content-type': 'application/zip',
        'content-disposition': contentDisposition(`quartet-${new Date().toISOString().slice(0, 10)}.zip`, { download: true }),
        'cache-control': 'private, no-store',
      }
      if (context.req.method === 'HEAD') return new Response(null, { headers })
      return new Response(await openArchive(db, { ...own, storage }), { headers })
    },
  }),
]
