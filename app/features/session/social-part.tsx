import { firstTouch } from '#app/shell/boot/first-touch.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import type { SocialSignInProps } from './social-sign-in.tsx'

// Its links work as the server rendered them.
const Links = lazyPart(async () => (await import('./social-sign-in.tsx')).SocialSignIn, null, { after: firstTouch })

/** Links to other sign-in services, if there are any. */
export function SocialSignIn(props: SocialSignInProps) {
  return props.providers.length + props.issuers.length > 0 ? <Links {...props} /> : null
}
