import { type Kind, kindPaths } from '#app/shell/media/kinds.tsx'

/** The studio's address with the prompt filled in. */
export const studioAddress = (kind: Kind, prompt: string) =>
  prompt ? `${kindPaths[kind]}?${new URLSearchParams({ prompt })}` : kindPaths[kind]
