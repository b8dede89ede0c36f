import * as v from 'valibot'
import { byId, defineCall } from '../base/call.ts'
import { importAnswerSchema, importRecipesSchema, recipesFileSchema } from './recipe-files.ts'
import { operatorRecipeSchema, operatorRecipesSchema, publishedRecipesSchema, publishRecipeSchema } from './published-recipes.ts'

export const listPublishedRecipesCall = defineCall({
  method: 'GET',
  path: '/v1/recipes',
  summary: 'List the recipes that everybody sees, in their order, with prices for the caller',
  tag: 'Recipes',
  auth: 'public',
  status: 200,
  input: {
    query: v.object({
      /** Lists those that are published, of which there are no others. */
      published: v.optional(v.string()),
    }),
  },
  response: publishedRecipesSchema,
})

const tag = 'Operator'
const auth = 'operator:publish_recipes'

export const listOperatorRecipesCall = defineCall({
  method: 'GET',
  path: '/v1/operator/recipes',
  summary: 'List published recipes in their order, then your own that can be published',
  tag,
  auth,
  status: 200,
  input: {},
  response: operatorRecipesSchema,
})

export const publishRecipeCall = defineCall({
  method: 'PUT',
  path: '/v1/operator/recipes/{id}/publication',
  summary: 'Publish a recipe of your own that has a model and a sample, or change texts and place of a published one',
  tag,
  auth,
  reach: 'nobody',
  status: 200,
  input: { params: byId, body: publishRecipeSchema },
  response: operatorRecipeSchema,
  errors: ['content_blocked'],
})

export const unpublishRecipeCall = defineCall({
  method: 'DELETE',
  path: '/v1/operator/recipes/{id}/publication',
  summary: 'Show a recipe to everybody no longer; its link goes on working',
  tag,
  auth,
  reach: 'nobody',
  status: 200,
  input: { params: byId },
  response: operatorRecipeSchema,
})

export const exportRecipesCall = defineCall({
  method: 'GET',
  path: '/v1/operator/recipes/export',
  summary: 'Download published recipes and your own as a file, without images and samples',
  tag,
  auth,
  status: 200,
  input: {},
  response: recipesFileSchema,
})

export const importRecipesCall = defineCall({
  method: 'POST',
  path: '/v1/operator/recipes/import',
  summary: 'Save the recipes of a file among your own, all or none, or say what would be new and what would change',
  tag,
  auth,
  reach: 'nobody',
  status: 200,
  input: { body: importRecipesSchema },
  response: importAnswerSchema,
  errors: ['content_blocked'],
})
