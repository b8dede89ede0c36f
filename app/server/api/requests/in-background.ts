import type { Runtime } from '../../runtime.ts'

/** Sends a mail after the response, which does not depend on it. */
export function inBackground({ logger }: Pick<Runtime, 'logger'>, delivery: Promise<void>): void {
  delivery.catch((error: unknown) => logger.error({ err: error }, 'email delivery failed'))
}
