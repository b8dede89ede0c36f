import { Link } from '@tanstack/react-router'
import { Mark } from '#app/ui/page/mark.tsx'
import * as config from '#config'

/** The mark and the name, linking home: the front page for guests, the dashboard for others. */
export function Brand({ to }: { to: '/' | '/dashboard' }) {
  return (
    <Link to={to} className="-ml-2 flex min-h-11 items-center gap-2.5 rounded-control px-2 text-lg font-semibold tracking-[-0.02em]">
      <Mark size={22} />
      {config.name}
    </Link>
  )
}
