/** Scrolls to the top, smoothly unless reduced motion is requested. */
export function scrollToTop() {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top: 0, behavior: calm ? 'auto' : 'smooth' })
}
