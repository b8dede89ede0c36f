import { changeRecipeSchema, editRecipeSchema, linkRecipeSchema, recipeSchema, recipesSchema } from './recipes.ts'
import { byId, defineCall, noContent } from '../base/call.ts'

const tag = 'Studio'

export const listPromptsCall = defineCall({
  method: 'GET',
  path: '/v1/prompts',
  summary: 'List saved prompts and recipes, newest first',
  tag,
  auth: 'key:read',
  status: 200,
  input: {},
  response: recipesSchema,
})

export const savePromptCall = defineCall({
  method: 'POST',
  path: '/v1/prompts',
  summary: 'Save a prompt, or a recipe with a model, options and fields; `{{place}}` in the prompt is filled in for each run',
  tag,
  auth: 'key:library',
  status: 201,
  input: { body: editRecipeSchema },
  response: recipeSchema,
})

export const changePromptCall = defineCall({
  method: 'PATCH',
  path: '/v1/prompts/{id}',
  summary: 'Change a saved prompt or a recipe; what was made or copied from it stays as it is',
  tag,
  auth: 'key:library',
  status: 200,
  input: { params: byId, body: changeRecipeSchema },
  response: recipeSchema,
})

export const deletePromptCall = defineCall({
  method: 'DELETE',
  path: '/v1/prompts/{id}',
  summary: 'Delete a saved prompt or a recipe, and its link',
  tag,
  auth: 'key:library',
  status: 204,
  input: { params: byId },
  response: noContent,
})

export const linkRecipeCall = defineCall({
  method: 'POST',
  path: '/v1/prompts/{id}/link',
  summary: 'Create or change the public link of a recipe that has a model and a sample',
  tag,
  auth: 'key:library',
  status: 200,
  input: { params: byId, body: linkRecipeSchema },
  response: recipeSchema,
  errors: ['content_blocked'],
})

export const unlinkRecipeCall = defineCall({
  method: 'DELETE',
  path: '/v1/prompts/{id}/link',
  summary: 'Delete the link of a recipe immediately',
  tag,
  auth: 'key:library',
  status: 204,
  input: { params: byId },
  response: noContent,
})
