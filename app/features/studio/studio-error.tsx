import { PhoneNavBar } from '#app/shell/chrome/phone-nav-part.tsx'
import { LoadError } from '#app/ui/page/load-error.tsx'

/** Replaces a studio that could not be loaded. The bar to the other pages, which on phones is a part of the studio, stays. */
export function StudioError({ error }: { error?: unknown }) {
  return (
    <>
      <div className="px-4 pt-6 sm:px-6">
        <LoadError error={error} />
      </div>
      <PhoneNavBar />
    </>
  )
}
