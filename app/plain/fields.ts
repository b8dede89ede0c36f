import { isComposing } from '#app/ui/controls/is-composing.ts'

/** Lets Enter send the form of a field; with Shift it starts a new line. */
export function sendOnEnter(field: HTMLTextAreaElement): void {
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
    event.preventDefault()
    field.form?.requestSubmit()
  })
}
