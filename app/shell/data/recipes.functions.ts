import {
  changePromptCall,
  deletePromptCall,
  linkRecipeCall,
  listPromptsCall,
  savePromptCall,
  unlinkRecipeCall,
} from '#app/contract/recipes/prompts.calls.ts'
import { listPublishedRecipesCall } from '#app/contract/recipes/published-recipes.calls.ts'
import { copyRecipeCall, quoteRecipeCall, runRecipeCall } from '#app/contract/recipes/recipes.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const listPublishedRecipes = reads.handler(send(listPublishedRecipesCall))
export const listRecipes = reads.handler(send(listPromptsCall))
export const saveRecipe = changes.handler(send(savePromptCall))
export const changeRecipe = changes.handler(send(changePromptCall))
export const deleteRecipe = changes.handler(send(deletePromptCall))
export const linkRecipe = changes.handler(send(linkRecipeCall))
export const unlinkRecipe = changes.handler(send(unlinkRecipeCall))
export const copyRecipe = changes.handler(send(copyRecipeCall))
export const quoteRecipe = changes.handler(send(quoteRecipeCall))
export const runRecipe = changes.handler(send(runRecipeCall))
