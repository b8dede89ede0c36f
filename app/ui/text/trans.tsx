import { type TransProps, useLingui } from '@lingui/react'
import { TransNoContext } from '@lingui/react/server'

/**
 * Replaces the library's `Trans` in the build (`lingui.config.ts`), whose three components are for translations with elements. Most have
 * none.
 */
export function Trans(props: TransProps) {
  const lingui = useLingui()
  return props.values || props.components ? <TransNoContext {...props} lingui={lingui} /> : lingui._(props.id)
}
