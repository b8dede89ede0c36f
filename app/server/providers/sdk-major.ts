/** The major version of the AI SDK, whose parts are stored with answers; those of another one are dropped. */
export const sdkMajor = 7
