// Apart from the schemas, because it is part of the first load of the text studio.

/** The tools that an assistant may use in a conversation of the studio. */
export const studioTools = ['find', 'read'] as const
export type StudioTool = (typeof studioTools)[number]
