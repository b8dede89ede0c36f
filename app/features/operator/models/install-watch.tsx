import { useUser } from '#app/shell/data/session.queries.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'

const InstallNotice = lazyPart(async () => (await import('./install-notice.tsx')).InstallNotice)

/** Shows on every page that a model is being installed, to those who may install one. Others load nothing for it. */
export function InstallWatch() {
  const role = useUser()?.role
  return role === 'owner' || role === 'operator' ? <InstallNotice /> : null
}
