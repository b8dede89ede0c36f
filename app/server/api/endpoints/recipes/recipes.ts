import { v7 as uuidv7 } from 'uuid'
import {
  exportRecipesCall,
  importRecipesCall,
  listOperatorRecipesCall,
  listPublishedRecipesCall,
  publishRecipeCall,
  unpublishRecipeCall,
} from '#app/contract/recipes/published-recipes.calls.ts'
import { copyRecipeCall, quoteRecipeCall, runRecipeCall } from '#app/contract/recipes/recipes.calls.ts'
import { findEarlier } from '#app/server/core/making/generations/find-earlier.ts'
import { findKeptGeneration } from '#app/server/core/making/generations/find-generation.ts'
import { toGeneration } from '#app/server/core/making/generations/to-generation.ts'
import { refuseSilentVideos } from '#app/server/core/making/runs/refuse-silent-videos.ts'
import { copyRecipe } from '#app/server/core/library/recipes/copy-recipe.ts'
import { atItsField, fillRecipe, requireValues } from '#app/server/core/library/recipes/fill-recipe.ts'
import { exportRecipes, importRecipes } from '#app/server/core/library/recipes/import-recipes.ts'
import { findRecipe } from '#app/server/core/library/recipes/find-recipe.ts'
import { lendFiles } from '#app/server/core/library/recipes/keep-files.ts'
import { storedRecipe } from '#app/server/core/library/recipes/stored-recipe.ts'
import { quoteRecipe } from '#app/server/core/library/recipes/quote-recipe.ts'
import { listOperatorRecipes, publishRecipe, unpublishRecipe } from '#app/server/core/library/recipes/publish-recipe.ts'
import { hashOf } from '#app/server/core/request-hash.ts'
import { webhookOfRun } from '#app/server/core/rules/webhooks/endpoints.ts'
import { endpoint } from '../../endpoint.ts'
import { readerOf } from '../../requests/identify.ts'
import { submitRun } from '../../requests/submit-run.ts'
import { waitAsPreferred } from '../../requests/wait-for-end.ts'
import { webhookParts } from '../account/webhooks.ts'

export const recipeEndpoints = [
  endpoint(listPublishedRecipesCall, {
    async handle({ runtime, caller, locale, context }) {
      const reader = await readerOf(runtime, context, caller)
      const offer = await runtime.offers.of(reader?.accountId ?? null)
      return { items: await runtime.published.list({ locale, offer }) }
    },
  }),
  endpoint(listOperatorRecipesCall, {
    handle: async ({ runtime: { db }, caller: { userId } }) => ({ items: await listOperatorRecipes(db, { userId }) }),
  }),
  endpoint(publishRecipeCall, {
    handle: ({ runtime: { db, storage, published }, caller: { userId }, input: { params, body }, clientAddress: address }) =>
      publishRecipe(db, { storage, published, id: params.id, input: body, reason: body.reason, userId, address }),
  }),
  endpoint(unpublishRecipeCall, {
    handle: ({ runtime: { db, published }, caller: { userId }, input: { params }, clientAddress: address }) =>
      unpublishRecipe(db, { published, id: params.id, reason: '', userId, address }),
  }),
  endpoint(exportRecipesCall, { handle: ({ runtime: { db }, caller: { userId } }) => exportRecipes(db, { userId }) }),
  endpoint(importRecipesCall, {
    async handle({ runtime, caller: { userId }, input: { body }, clientAddress: address }) {
      const { db, storage, providers, published, uploadSlots: slots } = runtime
      return importRecipes(db, { storage, slots, providers, published, ...body, reason: '', userId, address })
    },
  }),
  endpoint(quoteRecipeCall, {
    heavy: () => true,
    async handle({ runtime, caller: { accountId: userId, apiKeyId }, input: { params, body }, locale, clientAddress: address }) {
      const { db, attempts, providers, offers } = runtime
      const row = await findRecipe(db, attempts, { userId, recipe: params.recipe, locale, address })
      return quoteRecipe(db, { row, filling: body, providers, userId, apiKeyId, locale, offer: await offers.of(userId) })
    },
  }),
  endpoint(runRecipeCall, {
    async handle(request) {
      const { runtime, caller, input, locale, idempotencyKey, clientAddress: address } = request
      const { db, attempts, keys, providers, storage, uploadSlots: slots } = runtime
      const { accountId: userId } = caller
      const { values, options, max_price, webhook, thread_id, parent_id } = input.body
      // The author may change the recipe before a request is repeated, so that what was asked is compared and not what it became.
      const place = { ...(thread_id && { thread_id }), ...(parent_id && { parent_id }) }
      const hash = hashOf({ recipe: input.params.recipe, values, options, max_price, webhook: webhook?.url, ...place })
      const view = { keys, providers, locale }
      const earlier = idempotencyKey !== undefined && (await findEarlier(db, { userId, idempotencyKey, hash }))
      if (earlier) return toGeneration(db, earlier, view)
      const row = await findRecipe(db, attempts, { userId, recipe: input.params.recipe, locale, address })
      requireValues(row, { values, options })
      const files = await lendFiles(db, { storage, slots, userId, from: row.userId, files: row.inputs ?? [] })
      const run = fillRecipe(row, { values, options }, files)
      const model = await providers.find(run.model)
      // A person goes on in a conversation; a program stores its own.
      const fresh = model?.history && caller.apiKeyId === null ? uuidv7() : undefined
      try {
        await refuseSilentVideos(db, { storage, userId, model, inputs: run.inputs })
        const created = await submitRun(request, {
          input: { ...run, thread_id: fresh, ...place, max_price },
          recipe: storedRecipe(row, { values, locale }),
          hash,
          webhook,
          onCreated: webhook && webhookOfRun(webhookParts(runtime), webhook),
        })
        const isRead = await waitAsPreferred(request, async () => [created.id])
        return await toGeneration(db, isRead ? await findKeptGeneration(db, created) : created, view)
      } catch (error) {
        throw atItsField(error, row, values)
      }
    },
  }),
  endpoint(copyRecipeCall, {
    async handle({ runtime, caller: { accountId: userId }, input: { params }, locale, clientAddress: address }) {
      const { db, attempts, storage, uploadSlots: slots } = runtime
      const row = await findRecipe(db, attempts, { userId, recipe: params.recipe, locale, address })
      return copyRecipe(db, { row, storage, slots, userId })
    },
  }),
]
