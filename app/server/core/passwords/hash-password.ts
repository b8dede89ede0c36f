import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

/** Argon2id with the library's default cost. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash to verify against when the account has none, so that both cases take equally long. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$9PQasUDiyNbqRXt73LGvAA$lVpIxzrW2rjywnuBqHfhWBOqfwideVr4gusS7AEtA3E'

/** A hash fills a core and 19 MiB and runs on libuv's few threads, which files need too: the limit is the process's. */
const limit = pLimit(Math.min(4, availableParallelism()))

/** The same letter can be typed as different characters: й is one on Windows and may be two on a Mac. */
const normalize = (password: string) => password.normalize('NFKC')

/** Never call this inside a transaction: it would block the embedded database's only connection. */
export function hashPassword(password: string): Promise<string> {
  return limit(() => hash(normalize(password), cost))
}

/** Without a hash (no such account, or no password) a hash of a password that nobody knows is verified, which takes as long. */
export function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  return limit(() => verify(passwordHash ?? nobodysHash, normalize(password)))
}
