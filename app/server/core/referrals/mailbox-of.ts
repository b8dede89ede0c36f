/** Services that ignore dots in an address. */
const dotless: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/** The mailbox behind an address: `a.nn+second@gmail.com` is read by who reads `ann@gmail.com`. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  const [name = ''] = email.slice(0, at).toLowerCase().split('+')
  return dotless.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
