import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '#app/shell/data/session.queries.ts'
import { keepServiceWorker } from './keep-service-worker.ts'

/** Makes the app installable and provides the offline page. */
export function useServiceWorker() {
  const router = useRouter()
  const { locale } = useSession()
  useEffect(() => keepServiceWorker(locale, (href) => void router.navigate({ href })), [locale, router])
}
