import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/**
 * What was chosen among radios before the page lived is in the page and nowhere else: React leaves it there, and tells nobody. Answers
 * the ref of what the radios stand in. They are to have `autoComplete="off"`: a browser that puts an older choice back would make it again.
 */
export function useChosenBefore<Value extends string>(
  value: Value,
  values: readonly Value[],
  onChosen: (value: Value) => void,
): RefObject<HTMLFieldSetElement | null> {
  const field = useRef<HTMLFieldSetElement>(null)
  const takeOver = useEffectEvent(() => {
    const checked = field.current?.querySelector<HTMLInputElement>(':checked')?.value
    const chosen = values.find((one) => one === checked)
    if (chosen !== undefined && chosen !== value) onChosen(chosen)
  })
  useEffect(() => takeOver(), [])
  return field
}
