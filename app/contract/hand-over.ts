import { redirectMaxLength } from './redirect-max-length.ts'

type HandOver = { kind: string; prompt: string; signUp: boolean }

/** The studio's address with the prompt filled in. A prompt too long for a redirect is left out. */
export function studioAddress(kind: string, prompt: string): string {
  const studio = `/dashboard/${kind}`
  const address = prompt ? `${studio}?${new URLSearchParams({ prompt })}` : studio
  return address.length > redirectMaxLength ? studio : address
}

/** The query of the sign-in page that leads on to the studio. */
export const handOverSearch = ({ kind, prompt, signUp }: HandOver): string =>
  `?${new URLSearchParams({ ...(signUp && { mode: 'sign-up' }), redirect: studioAddress(kind, prompt) })}`
