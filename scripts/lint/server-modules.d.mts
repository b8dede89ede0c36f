/** Groups that the table of docs/architecture.md names as one. */
export const adapters: readonly string[]
export const basics: readonly string[]
/** The groups of `app/server/core`, from the bottom up. */
export const coreGroups: readonly string[]
