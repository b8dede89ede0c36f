export type Module = {
  purpose: string
  /** Modules, folders or single files, besides its own and those of `everywhere`. */
  imports: readonly string[]
  /** Does not even import the modules of `everywhere`. */
  isAlone?: true
}
export const modules: Readonly<Record<string, Module>>
export const everywhere: readonly string[]
export function moduleOf(path: string): string | undefined
