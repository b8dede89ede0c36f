import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/**
 * What was chosen among radios before the page lived is in the page and nowhere else: React leaves it there, and tells nobody. Answers
 * the ref of what the radios stand in.
 */
export function useChosenBefore(value: string, onChosen: (value: string) => void): RefObject<HTMLFieldSetElement | null> {
  const field = useRef<HTMLFieldSetElement>(null)
  const takeOver = useEffectEvent(() => {
    const chosen = field.current?.querySelector<HTMLInputElement>(':checked')?.value
    if (chosen && chosen !== value) onChosen(chosen)
  })
  useEffect(() => takeOver(), [])
  return field
}
