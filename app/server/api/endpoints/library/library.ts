import {
  bulkGenerationsCall,
  downloadArchiveCall,
  emptyTrashCall,
  getLibraryCall,
  getOverviewCall,
  getStorageUseCall,
  linkArchiveCall,
} from '#app/contract/library/library.calls.ts'
import { fieldModel, firstKind, usual } from '#app/contract/runs/usual-models.ts'
import { contentDisposition } from '#app/server/core/making/files/file-name.ts'
import { readArchiveUrl, signArchiveUrl } from '#app/server/core/library/works/archive-link.ts'
import { quoteEmpty } from '#app/server/core/making/generations/quote-empty.ts'
import { changeMany } from '#app/server/core/library/works/change-many.ts'
import { openArchive } from '#app/server/core/library/works/open-archive.ts'
import { emptyTrash } from '#app/server/core/library/works/purge-generations.ts'
import { readOverview } from '#app/server/core/library/first-views/read-overview.ts'
import { readStorageUse } from '#app/server/core/library/works/storage-use.ts'
import { summarizeLibrary } from '#app/server/core/library/works/summarize-library.ts'
import { listModels } from '#app/server/core/making/models/list-models.ts'
import { endpoint, viewEndpoint } from '../../endpoint.ts'

export const libraryEndpoints = [
  endpoint(getLibraryCall, {
    handle: ({ runtime: { db, providers }, caller, locale }) => summarizeLibrary(db, { providers, locale, userId: caller.accountId }),
  }),
  viewEndpoint(getOverviewCall, {
    read: ({ runtime: { db, keys, providers }, caller, locale }) => readOverview(db, { keys, providers, locale, ...caller }),
    async complete({ purse, ...overview }, { runtime, caller: { accountId: userId }, input: { query }, locale }) {
      const { db, providers, offers, modelFigures: figures, logger } = runtime
      if (!query.quote) return { ...overview, quote: null }
      const offer = await offers.of(userId)
      const [newest] = overview.works.items
      const proposed = async () =>
        fieldModel(await listModels(db, { providers, figures, offer, locale, types: undefined }), newest?.type ?? firstKind)?.id
      const named = await Promise.all(query.quote.map((id) => (id === usual ? proposed() : id)))
      const models = await providers.models()
      const model = named.find((id) => !newest || models.some((one) => one.id === id && one.type === newest.type))
      return { ...overview, quote: await quoteEmpty(db, { providers, userId, locale, offer, model, purse, logger }) }
    },
  }),
  endpoint(getStorageUseCall, {
    handle: ({ runtime: { db }, caller, locale }) => readStorageUse(db, { userId: caller.accountId, locale }),
  }),
  endpoint(bulkGenerationsCall, {
    async handle({ runtime: { db, queue, providers }, caller, input: { body } }) {
      return { changed: await changeMany(db, { queue, providers, userId: caller.accountId, change: body }) }
    },
  }),
  endpoint(emptyTrashCall, {
    async handle({ runtime: { db, queue }, caller }) {
      return { changed: await emptyTrash(db, { queue, userId: caller.accountId }) }
    },
  }),
  endpoint(linkArchiveCall, {
    async handle({ runtime: { keys }, caller, input: { body } }) {
      return { url: signArchiveUrl(keys, { userId: caller.accountId, ids: [...new Set(body.ids)] }) }
    },
  }),
  endpoint(downloadArchiveCall, {
    async handle({ runtime: { db, keys, storage }, input: { params }, context, locale }) {
      const own = readArchiveUrl(keys, params.link)
      const headers = {
        'content-type': 'application/zip',
        'content-disposition': contentDisposition(`quartet-${new Date().toISOString().slice(0, 10)}.zip`, { download: true }),
        'cache-control': 'private, no-store',
      }
      if (context.req.method === 'HEAD') return new Response(null, { headers })
      return new Response(await openArchive(db, { ...own, storage, locale }), { headers })
    },
  }),
]
