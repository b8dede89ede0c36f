import * as v from 'valibot'
import { defineCall } from '../base/call.ts'
import { runErrors, runOnce } from '../runs/generations.calls.ts'
import { generationSchema, quoteAnswerSchema } from '../runs/generations.ts'
import { recipeQuoteSchema, recipeSchema, runRecipeSchema } from './recipes.ts'
import { waitHeader } from '../runs/waiting.ts'

const tag = 'Recipes'
/** The id of a recipe of one’s own, or the token of a link to one. */
const byRecipe = v.object({ recipe: v.string() })

export const quoteRecipeCall = defineCall({
  method: 'POST',
  path: '/v1/recipes/{recipe}/quote',
  summary: 'Get the price of a run of a recipe, also before all of its fields are filled in',
  tag,
  auth: 'key:read',
  status: 200,
  input: { params: byRecipe, body: recipeQuoteSchema },
  response: quoteAnswerSchema,
  errors: ['not_found', 'model_not_allowed', 'key_model_not_allowed', 'model_unavailable', 'too_many_attempts'],
})

export const runRecipeCall = defineCall({
  method: 'POST',
  path: '/v1/recipes/{recipe}/runs',
  summary: 'Fill in a recipe and run it: one of your own by its id, another one by the token of its link',
  tag,
  auth: 'key:generate',
  status: 202,
  idempotency: runOnce,
  headers: waitHeader,
  input: { params: byRecipe, body: runRecipeSchema },
  response: generationSchema,
  errors: [...runErrors, 'not_found', 'too_many_uploads', 'content_blocked', 'too_many_attempts'],
})

export const copyRecipeCall = defineCall({
  method: 'POST',
  path: '/v1/recipes/{recipe}/copy',
  summary: 'Save a copy of a recipe, which later changes by its author do not change',
  tag,
  auth: 'key:library',
  status: 201,
  input: { params: byRecipe },
  response: recipeSchema,
  errors: ['not_found', 'too_many_uploads', 'content_blocked', 'over_storage_limit', 'storage_full', 'too_many_attempts'],
})
