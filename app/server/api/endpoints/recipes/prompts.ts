import {
  changePromptCall,
  deletePromptCall,
  linkRecipeCall,
  listPromptsCall,
  savePromptCall,
  unlinkRecipeCall,
} from '#app/contract/recipes/prompts.calls.ts'
import { changeRecipe } from '#app/server/core/library/recipes/change-recipe.ts'
import { deleteRecipe } from '#app/server/core/library/recipes/delete-recipe.ts'
import { listRecipes } from '#app/server/core/library/recipes/list-recipes.ts'
import { linkRecipe, unlinkRecipe } from '#app/server/core/library/recipes/link-recipe.ts'
import { saveRecipe } from '#app/server/core/library/recipes/save-recipe.ts'
import { endpoint } from '../../endpoint.ts'

export const promptEndpoints = [
  endpoint(listPromptsCall, {
    handle: async ({ runtime: { db }, caller }) => ({ items: await listRecipes(db, { userId: caller.accountId }) }),
  }),
  endpoint(savePromptCall, {
    handle: ({ runtime: { db, providers, storage, uploadSlots: slots }, caller, input: { body } }) =>
      saveRecipe(db, { providers, storage, slots, userId: caller.accountId, recipe: body }),
  }),
  endpoint(changePromptCall, {
    handle: ({ runtime: { db, providers, storage, uploadSlots: slots }, caller, input: { params, body } }) =>
      changeRecipe(db, { providers, storage, slots, userId: caller.accountId, id: params.id, changes: body }),
  }),
  endpoint(deletePromptCall, {
    handle: ({ runtime: { db }, caller, input: { params } }) => deleteRecipe(db, { userId: caller.accountId, id: params.id }),
  }),
  endpoint(linkRecipeCall, {
    handle: ({ runtime: { db, storage }, caller, input: { params, body } }) =>
      linkRecipe(db, { storage, userId: caller.accountId, id: params.id, input: body }),
  }),
  endpoint(unlinkRecipeCall, {
    handle: ({ runtime: { db }, caller, input: { params } }) => unlinkRecipe(db, { userId: caller.accountId, id: params.id }),
  }),
]
