import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'

/** Argon2id, the default of the library. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** What a password is compared with when there is none to compare with, so that it takes as long. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$9PQasUDiyNbqRXt73LGvAA$lVpIxzrW2rjywnuBqHfhWBOqfwideVr4gusS7AEtA3E'

/** A hash fills a core and 19 MiB, and runs on the few threads that files need too: a crowd at the door has to queue. */
const atOnce = Math.min(4, availableParallelism())
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** The same letters can be typed as different characters: й is one on Windows and may be two on a Mac. */
const normalize = (password: string) => password.normalize('NFKC')

/** Never call it inside a transaction: it would keep the embedded database's only connection waiting. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalize(password), cost))
}

/** Without a hash (no such person, or one without a password) it works as long, on a hash of a password that nobody knows. */
export function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  return inTurn(() => verify(passwordHash ?? nobodysHash, normalize(password)))
}
