import { all, first } from './dom.ts'

/** Writes the key points again, one after the other. */
export function writeKeyPoints(): void {
  for (const box of all('[data-points]')) {
    const points = all('li', box)
    const run = () => {
      for (const [index, point] of points.entries()) {
        point.classList.remove('animate-rise')
        // Restarts the animation.
        void point.offsetWidth
        point.style.animationDelay = `${index * 420}ms`
        point.classList.add('animate-rise')
      }
    }
    const button = first('button', box)
    button?.addEventListener('click', run)
    button?.addEventListener('pointerenter', ({ pointerType }) => pointerType === 'mouse' && run())
  }
}
