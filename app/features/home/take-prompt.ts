import { getCookie } from '@tanstack/react-start/server'
import * as v from 'valibot'
import { kindSchema } from '#app/contract/base/common.ts'
import { handOverSearch, studioAddress } from '#app/contract/account/hand-over.ts'
import { hostPrefix } from '#app/contract/base/host-prefix.ts'
import { localePath, splitLocalePath } from '#app/contract/base/locale.ts'
import * as config from '#config'

const formSchema = v.object({
  kind: v.fallback(kindSchema, 'image'),
  prompt: v.fallback(v.pipe(v.string(), v.trim()), ''),
  mode: v.optional(v.literal('sign-up')),
})

/** Bytes, enough for the longest prompt in the longest encoding. */
const maxBytes = 1024 * 1024

/** Answers the hero's form if no script handles it: redirects to the sign-in page, or to the studio of a signed-in person. */
export async function takePrompt(request: Request): Promise<Response> {
  const bytes = Number(request.headers.get('content-length') ?? Number.NaN)
  if (!(bytes <= maxBytes)) return new Response(null, { status: 413 })
  const form = v.safeParse(formSchema, Object.fromEntries(await request.formData().catch(() => new FormData())))
  const { kind, prompt, mode } = form.success ? form.output : { kind: 'image', prompt: '', mode: undefined }
  const names = [config.auth.token, config.auth.refreshToken].flatMap(({ cookieName }) => [cookieName, hostPrefix + cookieName])
  const isSignedIn = names.some((name) => getCookie(name) !== undefined)
  const target = isSignedIn
    ? studioAddress(kind, prompt)
    : config.auth.pages.signIn + handOverSearch({ kind, prompt, signUp: mode !== undefined })
  const { locale } = splitLocalePath(new URL(request.url).pathname)
  return new Response(null, { status: 303, headers: { location: locale ? localePath(locale, target) : target } })
}
