import { firstTouch } from '#app/shell/boot/first-touch.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'

// Lazy-loaded, because its links work in the server's HTML and wide screens never show it.
export const PhoneNav = lazyPart(async () => (await import('./phone-nav.tsx')).PhoneNav, <div className="h-13" />, { after: firstTouch })
export const PhoneNavBar = lazyPart(async () => (await import('./phone-nav.tsx')).PhoneNavBar, null, { after: firstTouch })
