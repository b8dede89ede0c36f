import * as v from 'valibot'
import { archiveAnswerSchema, archiveSchema, bulkAnswerSchema, bulkSchema, librarySummarySchema, storageUseSchema } from './library.ts'
import { overviewQuerySchema, overviewSchema } from '../operator/overview.ts'
import { defineCall } from '../base/call.ts'

const tag = 'Library'

export const getLibraryCall = defineCall({
  method: 'GET',
  path: '/v1/library',
  summary: 'Get the size of the library and the trash, and the models used',
  tag,
  auth: 'key:read',
  status: 200,
  input: {},
  response: librarySummarySchema,
})

export const getOverviewCall = defineCall({
  method: 'GET',
  path: '/v1/library/overview',
  summary:
    'Get the first view of a library: the newest works, the unfinished ones, the summary, the collections and, of a model, the price',
  tag,
  auth: 'key:read',
  status: 200,
  input: { query: overviewQuerySchema },
  response: overviewSchema,
})

export const getStorageUseCall = defineCall({
  method: 'GET',
  path: '/v1/library/storage',
  summary: 'Get the space that the files take, its limit, and the largest works',
  tag,
  auth: 'key:read',
  status: 200,
  input: {},
  response: storageUseSchema,
})

export const bulkGenerationsCall = defineCall({
  method: 'POST',
  path: '/v1/library/bulk',
  summary: 'Change many generations at once; those that no longer apply are skipped',
  tag,
  auth: 'key:library',
  status: 200,
  input: { body: bulkSchema },
  response: bulkAnswerSchema,
})

export const emptyTrashCall = defineCall({
  method: 'DELETE',
  path: '/v1/library/trash',
  summary: 'Delete everything in the trash permanently',
  tag,
  auth: 'key:library',
  status: 200,
  input: {},
  response: bulkAnswerSchema,
})

export const linkArchiveCall = defineCall({
  method: 'POST',
  path: '/v1/library/archive',
  summary: 'Get a link to a ZIP of these generations and their prompts',
  tag,
  auth: 'key:read',
  status: 200,
  input: { body: archiveSchema },
  response: archiveAnswerSchema,
})

export const downloadArchiveCall = defineCall({
  method: 'GET',
  path: '/v1/library/archive/{link}',
  summary: 'Download the ZIP of a link, streamed as it is generated',
  tag,
  auth: 'public',
  status: 200,
  input: { params: v.object({ link: v.pipe(v.string(), v.maxLength(4000, 'too_long')) }) },
  response: v.instance(Response),
  produces: 'application/zip',
})
