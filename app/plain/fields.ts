/** Lets Enter send the form of a field; with Shift it starts a new line. */
export function sendOnEnter(field: HTMLTextAreaElement): void {
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    field.form?.requestSubmit()
  })
}
