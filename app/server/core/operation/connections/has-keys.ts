import { isServiceId } from '#app/server/providers/connected/open-connected.ts'

/** Whether a connection is to a known service, which has keys; all others are servers with an address. */
export const hasKeys = (id: string): boolean => isServiceId(id) || id === 'openrouter'
