import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { RecipesPage } from '#app/features/operator/recipes/recipes-page.tsx'
import { titled } from '#app/shell/document/head.ts'

export const Route = createFileRoute('/_app/operator/recipes')({ head: titled(msg`Recipes`), component: RecipesPage })
