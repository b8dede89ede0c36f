import type { ReactNode } from 'react'

/** A tool, a recipe or a work in the list of a slash. */
export type SlashOption = { key: string; icon: ReactNode; name: string; help: string; aside?: string | undefined; onTake: () => void }
