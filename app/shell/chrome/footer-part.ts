import { firstTouch } from '#app/shell/boot/first-touch.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'

/** The footer of the app's pages, which is far below: its code loads with the first touch. */
export const FooterPart = lazyPart(async () => (await import('./footer.tsx')).Footer, null, { after: firstTouch })
