const mask = '***'

/** Hides the name and the password in an address that is shown or logged. Other addresses stay as they are written. */
export function maskAddress(address: string): string {
  const url = URL.parse(address)
  if (!url) return address.replace(/\/\/[^/?#\s]*@/, `//${mask}@`)
  if (url.username === '' && url.password === '') return address
  url.username = mask
  url.password = ''
  // A URL without a path gets one, which was not written.
  return address.trimEnd().endsWith('/') ? url.href : url.href.replace(/\/$/, '')
}

/** Whether an address contains what was shown in place of a name and a password. */
export const isMasked = (address: string): boolean => URL.parse(address)?.username === mask

/** Hides names and passwords in all addresses within a text, such as the message of an error. */
export function maskAddresses(text: string): string {
  return text.replaceAll(/\b([a-z][a-z\d+.-]{0,30}:\/\/)[^\s"'<>`/?#]*@/gi, `$1${mask}@`)
}
