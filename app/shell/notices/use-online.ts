import { useSyncExternalStore } from 'react'
import { isConnected, watchConnection } from '#app/shell/calls/connection.ts'

/** Returns false while the browser is offline and no call reaches the server; true proves nothing. */
export const useOnline = () => useSyncExternalStore(watchConnection, isConnected, () => true)
