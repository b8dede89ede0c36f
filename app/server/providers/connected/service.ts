import type { PriceRule } from '#app/contract/runs/models.ts'
import type { ServiceId } from '../../env.ts'
import type { CatalogueModel } from '../catalogue/model.ts'
import type { KindModel } from '../kinds.ts'
import type { ReceiveResult } from './receive.ts'

export type ServiceAccess = {
  service: ServiceId
  apiKey: string
  /** URL that replaces the service's own: the operator's proxy, or a fake in tests. */
  baseUrl: string | undefined
}

/** Opens one model of a service; loads the service's package. */
export type OpenServiceModel = (access: ServiceAccess, model: CatalogueModel) => Promise<KindModel>

/** An operator's server that lists its own models. */
export type LiveServer = {
  /** Cached and refreshed automatically; the last ones while the server does not respond. */
  models(): Promise<readonly CatalogueModel[]>
  /** Whether the server has not responded for minutes. */
  isAway?(): boolean
  open(model: CatalogueModel): Promise<KindModel>
  close?(): Promise<void>
}
export type LiveServerOptions = {
  /** The provider's id, chosen by the operator. */
  name: string
  url: string
  key: string | null
  /** The price of each of its models; null if not set. */
  price: PriceRule | null
  /** The clock by which the list of models ages, in milliseconds. */
  now?: () => number
}
export type OpenLiveServer = (options: LiveServerOptions) => LiveServer

/** The supported services. Each loads its code on first use, so unused services cost nothing. */
export type Openers = {
  text?: OpenServiceModel
  /** Pictures, speech, music and video. */
  media?: OpenServiceModel
  compatible?: OpenLiveServer
  ollama?: OpenLiveServer
  a1111?: OpenLiveServer
  comfyui?: (options: LiveServerOptions & { folder: string | undefined }) => LiveServer
  receive?: ReceiveResult
}
