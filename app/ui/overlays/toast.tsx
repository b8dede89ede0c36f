import { type ReactNode, useSyncExternalStore } from 'react'
import { lazyPart } from '../page/lazy-part.tsx'
import { isToastNeeded, onToastNeeded, showToast } from './toast-queue.ts'

/** Lazy-loaded with the first toast, or prefetched. */
export const loadToaster = () => import('./toaster.tsx')
const Toaster = lazyPart(async () => (await loadToaster()).Toaster)

export function ToastProvider({ children }: { children: ReactNode }) {
  const needed = useSyncExternalStore(onToastNeeded, isToastNeeded, () => false)
  return (
    <>
      {children}
      {needed && <Toaster />}
    </>
  )
}

/** Shows a short message in a corner. */
export const useToast = () => showToast
