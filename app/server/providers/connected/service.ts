import type { PriceRule } from '#app/contract/models.ts'
import type { ServiceId } from '../../env.ts'
import type { CatalogueModel } from '../catalogue-model.ts'
import type { KindModel } from '../kinds.ts'
import type { ReceiveResult } from './receive.ts'

export type ServiceAccess = {
  service: ServiceId
  apiKey: string
  /** Replaces the service's own address: a proxy of the operator's, or a test's fake. */
  baseUrl: string | undefined
}

/** Opens one model of a service and loads the service's package. */
export type OpenServiceModel = (access: ServiceAccess, model: CatalogueModel) => Promise<KindModel>

/** A server of the operator's that lists its own models. */
export type LiveServer = {
  /** Cached and refreshed automatically; empty while the server does not respond. */
  models(): Promise<readonly CatalogueModel[]>
  open(model: CatalogueModel): Promise<KindModel>
  close?(): Promise<void>
}
export type LiveServerOptions = {
  /** The provider's id, chosen by the operator. */
  name: string
  url: string
  key: string | null
  /** For each of its models; null: not set. */
  price: PriceRule | null
}
export type OpenLiveServer = (options: LiveServerOptions) => LiveServer

/** The services that this build supports. Each loads its code on first use, so unused ones cost nothing. */
export type Openers = {
  text?: OpenServiceModel
  /** Pictures, speech, music and video. */
  media?: OpenServiceModel
  compatible?: OpenLiveServer
  ollama?: OpenLiveServer
  receive?: ReceiveResult
}
