import type { Call } from '#app/contract/base/call.ts'

/** Groups of public calls that only pages have a use for: signing in, what a person does with the account, and the page of a shared result. */
const ofPages: ReadonlySet<string> = new Set(['Session', 'Two-factor', 'Passkeys', 'Account', 'Demo', 'Health', 'Orders', 'Shares'])

/** Whether a call belongs to the document for programs: an API key may make it, or nobody needs one. */
export const isForPrograms = ({ auth, tag }: Call): boolean => auth.startsWith('key:') || (auth === 'public' && !ofPages.has(tag))
