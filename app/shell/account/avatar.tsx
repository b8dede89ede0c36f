import type { User } from '#app/contract/account/accounts.ts'

/** The person's photo over their initial, which stays if there is no photo or it does not load. */
export function Avatar({ user, className = 'size-8 text-sm' }: { user: User; className?: string }) {
  const letter = [...(user.name || user.email).trim()][0]?.toLocaleUpperCase()
  return (
    <span className={`relative grid shrink-0 place-items-center overflow-hidden rounded-full bg-ink font-semibold text-paper ${className}`}>
      {letter}
      {user.avatar_url && <img src={user.avatar_url} alt="" className="absolute inset-0 size-full object-cover" />}
    </span>
  )
}
