import { handOverSearch } from '#app/contract/account/hand-over.ts'
import { first, need } from './dom.ts'
import { sendOnEnter } from './fields.ts'

/** Handles the field of the hero: the sign-in page opens directly. Without this script, its form is posted. */
export function handOverPrompt(): void {
  const form = first<HTMLFormElement>('form[data-hand-over]')
  if (!form) return
  const field = need<HTMLTextAreaElement>('textarea', form)
  const chosen = () => need<HTMLInputElement>(':checked', form)
  function follow() {
    const { value, dataset } = chosen()
    field.form?.setAttribute('data-kind', value)
    field.placeholder = dataset.placeholder ?? ''
  }
  form.addEventListener('change', follow)
  // A kind may have been chosen before the script had loaded.
  follow()
  sendOnEnter(field)
  form.addEventListener('submit', (event) => {
    // The prompt has been drawn on this page (`demo.ts`).
    if (event.defaultPrevented) return
    event.preventDefault()
    const { handOver = '' } = form.dataset
    const signUp = new FormData(form).has('mode')
    location.assign(handOver + handOverSearch({ kind: chosen().value, prompt: field.value.trim(), signUp }))
  })
}
