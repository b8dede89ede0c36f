export type Module = {
  purpose: string
  /** Modules, folders or single files, besides its own and those of `everywhere`. */
  imports: readonly string[]
  /** Does not even import the modules of `everywhere`. */
  isAlone?: true
}
export const modules: Readonly<Record<string, Module>>
export const everywhere: readonly string[]
/** Groups that the table of docs/architecture.md names as one. */
export const adapters: readonly string[]
export const basics: readonly string[]
/** The groups of `app/server/core`, from the bottom up. */
export const coreGroups: readonly string[]
export function moduleOf(path: string): string | undefined
