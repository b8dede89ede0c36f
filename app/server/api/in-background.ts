import type { Runtime } from '../runtime.ts'

/** Lets a mail be sent after the answer, which does not depend on it. */
export function inBackground({ logger }: Pick<Runtime, 'logger'>, delivery: Promise<void>): void {
  delivery.catch((error: unknown) => logger.error({ err: error }, 'a mail could not be sent'))
}
