import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/**
 * Reports a radio selected before hydration, which exists only in the DOM, because React keeps it without an event. Returns the ref of the
 * radios' container. The radios need `autoComplete="off"`; otherwise an older choice restored by the browser would count as a selection.
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
