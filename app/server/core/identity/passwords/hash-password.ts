import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

/** Argon2id with the library's default cost. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash to verify against if the account has none, so that both cases take equally long. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$9PQasUDiyNbqRXt73LGvAA$lVpIxzrW2rjywnuBqHfhWBOqfwideVr4gusS7AEtA3E'

/** Limits the hashes of the process: each takes a core and 19 MiB and runs on libuv's few threads, which file access needs too. */
const limit = pLimit(Math.min(4, availableParallelism()))

/**
 * Normalizes a password, because the same letter can be typed as different characters: й is one character on Windows and may be two on a
 * Mac.
 */
const normalize = (password: string) => password.normalize('NFKC')

/** Hashes a password. Never call this inside a transaction: it would block the embedded database's only connection. */
export function hashPassword(password: string): Promise<string> {
  return limit(() => hash(normalize(password), cost))
}

/** Verifies a password. Without a hash (no such account, or no password) it verifies against an unknown one, which takes equally long. */
export function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  return limit(() => verify(passwordHash ?? nobodysHash, normalize(password)))
}
