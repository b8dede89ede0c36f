import { decorateLink } from '#app/shell/chrome/decorate-outgoing.ts'
import { all, first } from './dom.ts'

/** Links and forms that lead to the sign-in page. */
const waysIn = 'a[href*="/signin"], form[data-hand-over]'
/** Not `pointerover`: a finger causes it before `pointerdown`, which lets the browser fetch the page itself, and that should come first. */
const signs = ['mouseover', 'touchstart', 'focusin'] as const

/**
 * Fetches the modules of the sign-in page once a link to it is pointed at, touched or focused. A prefetch goes on when the page is left,
 * while the next page would start a preload again. Safari has only preloads.
 */
export function preloadSignIn(): void {
  const found = new AbortController()
  const { relList } = document.createElement('link')
  const rel = relList.supports('prefetch') ? 'prefetch' : 'modulepreload'
  function look({ target }: Event) {
    if (!(target instanceof Element) || !target.closest(waysIn)) return
    found.abort()
    for (const href of first('script[data-sign-in]')?.dataset.signIn?.split(' ') ?? []) {
      const link = document.createElement('link')
      link.rel = rel
      link.href = href
      document.head.append(link)
    }
  }
  for (const sign of signs) document.addEventListener(sign, look, { passive: true, signal: found.signal })
}

/** Adds the visitor's referral code to links to other sites. */
export function decorateOutgoingLinks(): void {
  for (const link of all<HTMLAnchorElement>('a[data-outgoing]'))
    for (const sign of ['pointerdown', 'focus']) link.addEventListener(sign, () => decorateLink(link))
}

/** Handles buttons that a React component handles in the app. */
export function handleButtons(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-do]') : null
    if (button?.dataset.do === 'reload') location.reload()
    if (button?.dataset.do === 'close') button.parentElement?.remove()
  })
}
