import type { PriceRule } from '#app/contract/models.ts'
import type { ServiceId } from '../../env.ts'
import type { CatalogueModel } from '../catalogue-model.ts'
import type { KindModel } from '../kinds.ts'
import type { ReceiveResult } from './receive.ts'

export type ServiceAccess = {
  service: ServiceId
  apiKey: string
  /** Instead of the service's own address: a proxy of the operator's, or a test's fake. */
  baseUrl: string | undefined
}

/** Opens one model of a service; loads the service's package when it is called and not before. */
export type OpenServiceModel = (access: ServiceAccess, model: CatalogueModel) => Promise<KindModel>

/** A server of the operator's that is asked for its models. */
export type LiveServer = {
  /** Cached and refreshed by itself; empty while the server does not answer. */
  models(): Promise<readonly CatalogueModel[]>
  open(model: CatalogueModel): Promise<KindModel>
  close?(): Promise<void>
}
export type LiveServerOptions = {
  /** The provider's id: what the operator calls it. */
  name: string
  url: string
  key: string | null
  /** For each of its models; null: none is set. */
  price: PriceRule | null
}
export type OpenLiveServer = (options: LiveServerOptions) => LiveServer

/** What this build can speak to. Each loads what it needs when it is first used, so that what is not set up costs nothing. */
export type Openers = {
  text?: OpenServiceModel
  /** Pictures, speech, music and video. */
  media?: OpenServiceModel
  compatible?: OpenLiveServer
  ollama?: OpenLiveServer
  receive?: ReceiveResult
}
