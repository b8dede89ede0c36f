import { useUser } from '#app/shell/data/session.queries.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'

/** Lazy-loaded with its space reserved, so that the page does not shift. */
const Note = lazyPart(
  async () => (await import('./free-tokens-note-content.tsx')).Note,
  <aside aria-hidden className="min-h-11 border-b sm:min-h-13.5 border-line bg-wash" />,
)

/** Explains why a new account has no free tokens, until it has some tokens. */
export function FreeTokensNote() {
  const user = useUser()
  if (!user?.free_tokens_barred || user.available > 0 || user.held > 0) return null
  return <Note reason={user.free_tokens_barred} />
}
