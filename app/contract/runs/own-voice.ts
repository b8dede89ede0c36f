/** Characters. */
export const longestVoiceName = 60

const prefix = 'own:'
/** The value of the option `voice` that stands for a voice of the person's own. */
export const ownVoice = (id: string): string => `${prefix}${id}`
/** Returns the id of an own voice; undefined for any other value. */
export const ownVoiceId = (value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith(prefix) ? value.slice(prefix.length) : undefined
