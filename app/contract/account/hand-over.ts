import { redirectMaxLength } from '../base/redirect-max-length.ts'

type HandOver = { kind: string; prompt: string; signUp: boolean }

/** Returns the studio's URL with the prompt filled in. A prompt too long for a redirect is omitted. */
export function studioAddress(kind: string, prompt: string): string {
  const studio = `/dashboard/${kind}`
  const address = prompt ? `${studio}?${new URLSearchParams({ prompt })}` : studio
  return address.length > redirectMaxLength ? studio : address
}

/** Returns the query of the sign-in page that leads to the studio afterwards. */
export const handOverSearch = ({ kind, prompt, signUp }: HandOver): string =>
  `?${new URLSearchParams({ ...(signUp && { mode: 'sign-up' }), redirect: studioAddress(kind, prompt) })}`
