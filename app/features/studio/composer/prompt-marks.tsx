import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Term } from '#app/contract/runs/generations.ts'
import { termLook } from '#app/runs/term-look.ts'
import { marksOf } from './marks-of.ts'

type PromptMarksProps = { field: RefObject<HTMLTextAreaElement | null>; prompt: string; terms: readonly Term[] }

/** Marks the words of the prompt in its field: shown, setting the mood, or ignored. The list below the field says the same as text. */
export function PromptMarks({ field, prompt, terms }: PromptMarksProps) {
  const frame = useRef<HTMLDivElement>(null)
  const text = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const area = field.current
    if (!area) return
    function follow() {
      if (!area || !frame.current || !text.current) return
      // A scrollbar makes the lines narrower.
      frame.current.style.width = `${area.clientWidth}px`
      text.current.style.transform = `translateY(${-area.scrollTop}px)`
    }
    follow()
    area.addEventListener('scroll', follow, { passive: true })
    const resized = new ResizeObserver(follow)
    resized.observe(area)
    return () => {
      area.removeEventListener('scroll', follow)
      resized.disconnect()
    }
  }, [field])

  return (
    <div
      ref={frame}
      aria-hidden
      className="pointer-events-none absolute top-px bottom-px left-px overflow-hidden rounded-control forced-colors:hidden"
    >
      <div
        ref={text}
        data-testid="prompt-marks"
        className="px-3.5 py-2.5 text-base wrap-break-word whitespace-pre-wrap text-transparent pointer-coarse:text-lg"
      >
        {marksOf(prompt, terms).map(({ text: words, role }, index) => (
          <span key={index} data-role={role ?? undefined} className={role ? termLook[role] : undefined}>
            {words}
          </span>
        ))}
      </div>
    </div>
  )
}
