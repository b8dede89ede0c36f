// Apart from the schemas, because it is part of the first load of the text studio.

/** The tools that an assistant may use in a conversation of the studio. */
export const studioTools = ['find', 'read', 'create', 'change', 'use_recipe'] as const
export type StudioTool = (typeof studioTools)[number]

/** Names that an operator switches on or off: the tools, and the commands with which people call them. */
export const operatorTools = [...studioTools, 'commands'] as const
export type OperatorTool = (typeof operatorTools)[number]

/** Tools with a switch in every conversation; recipes are switched on one by one. */
export const switchedTools = ['find', 'read', 'create', 'change'] as const satisfies readonly StudioTool[]

/** Tools whose calls become runs with a price. They ask first. */
export const makingTools = ['create', 'change', 'use_recipe'] as const satisfies readonly StudioTool[]
export type MakingTool = (typeof makingTools)[number]
export const isMakingTool = (name: string): name is MakingTool => makingTools.some((one) => one === name)

/** A tool that is switched on in a conversation: recipes one by one, the others by name. */
export type ChosenTool = Exclude<StudioTool, 'use_recipe'> | `recipe:${string}`

export const recipePrefix = 'recipe:'
export const isRecipe = (chosen: string): chosen is `recipe:${string}` => chosen.startsWith(recipePrefix)
/** Most tools and recipes that are switched on. */
export const mostChosen = 16
/** Returns the id of a recipe that is switched on; undefined for another tool. */
export const recipeOf = (chosen: string): string | undefined =>
  chosen.startsWith(recipePrefix) ? chosen.slice(recipePrefix.length) : undefined

/** The results of calls, to which a rule of a conversation refers. */
export const makes = ['picture', 'video', 'speech', 'music', 'edit', 'cut_out', 'enlarge', 'extend', 'transcribe', 'recipe'] as const
export type Makes = (typeof makes)[number]
/** The results of `create`, and those of `change`. */
export const creations = ['picture', 'video', 'speech', 'music'] as const satisfies readonly Makes[]
export const alterations = ['edit', 'cut_out', 'enlarge', 'extend', 'transcribe'] as const satisfies readonly Makes[]
