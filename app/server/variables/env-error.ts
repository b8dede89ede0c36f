/** Invalid configuration; each line names a variable and its requirement. */
export class EnvError extends Error {}
