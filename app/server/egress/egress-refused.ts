/**
 * Why a request is not sent. `origin`: it leaves the origins that its keys belong to. `private`: an address from outside leads into our
 * network. `address`: the address is not one of the web, or contains credentials. `redirects`: it is passed on too often.
 */
export type EgressRefusal = 'origin' | 'private' | 'address' | 'redirects'

/** A request that is not sent. The message is logged, so it contains no address. */
export class EgressRefused extends Error {
  override readonly name = 'EgressRefused'
  readonly reason: EgressRefusal
  constructor(reason: EgressRefusal) {
    super(`a request was not sent: ${reason}`)
    this.reason = reason
  }
}
