import {
  exportRecipesCall,
  importRecipesCall,
  listOperatorRecipesCall,
  publishRecipeCall,
  unpublishRecipeCall,
} from '#app/contract/recipes/published-recipes.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const listOperatorRecipes = reads.handler(send(listOperatorRecipesCall))
export const publishRecipe = changes.handler(send(publishRecipeCall))
export const unpublishRecipe = changes.handler(send(unpublishRecipeCall))
export const exportRecipes = reads.handler(send(exportRecipesCall))
export const importRecipes = changes.handler(send(importRecipesCall))
