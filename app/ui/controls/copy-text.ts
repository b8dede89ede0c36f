/**
 * Copies a text, from within a click. Pages without HTTPS have no clipboard, so the text is selected in a field and copied as a person
 * would. Throws if the browser refuses both.
 */
export async function copyText(text: string): Promise<void> {
  // The types promise a clipboard, which is missing without HTTPS.
  if ('clipboard' in navigator) {
    try {
      return await navigator.clipboard.writeText(text)
    } catch {
      // Refused, for instance in a frame; the selection may be allowed.
    }
  }
  if (!copySelected(text)) throw new Error('the browser refuses to copy')
}

function copySelected(text: string): boolean {
  const { activeElement } = document
  const selection = document.getSelection()
  const ranges = selection ? Array.from({ length: selection.rangeCount }, (_, index) => selection.getRangeAt(index)) : []
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.cssText = 'position:fixed;inset:0 auto auto 0;width:1px;height:1px;opacity:0;font-size:16px'
  // An open dialog takes the focus back from everything outside of it.
  const place = activeElement?.closest('[role="dialog"], [role="alertdialog"], [role="menu"]') ?? document.body
  place.append(field)
  field.select()
  try {
    // The only way to copy without HTTPS.
    return document.execCommand('copy')
  } finally {
    field.remove()
    if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true })
    if (selection && ranges.length > 0) {
      selection.removeAllRanges()
      for (const range of ranges) selection.addRange(range)
    }
  }
}
